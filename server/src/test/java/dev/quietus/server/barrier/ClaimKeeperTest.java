package dev.quietus.server.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.ClaimBarrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.core.ledger.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** A call to a provider that hangs longer than a claim holds lost the claim, again and again. */
class ClaimKeeperTest {
    private static final Fence FENCE = new Fence(new BarrierId("stop-r-01"), 7);
    private static final Duration HOLD = Duration.ofMillis(90);
    private static final Duration SOON = Duration.ofSeconds(20);

    /** A record that counts what is asked of it. */
    private record Counting(AtomicInteger asked, IntPredicate answer) implements Ledger {
        Counting(IntPredicate answer) {
            this(new AtomicInteger(), answer);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <R> R write(Transaction<R> transaction) {
            assertThat(transaction).isEqualTo(new ClaimBarrier.Renew(FENCE, HOLD));
            return (R) Boolean.valueOf(answer.test(asked.incrementAndGet()));
        }

        @Override
        public <R> R read(Transaction<R> transaction) {
            throw new AssertionError("nothing is read");
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    }

    @Test
    void aClaimIsMadeLongerUntilItIsGivenBackAndNotBehindThat() {
        Counting ledger = new Counting(_ -> true);
        ClaimKeeper keeper = ClaimKeeper.keeping(ledger, FENCE, HOLD);
        await().atMost(SOON).until(() -> ledger.asked().get() >= 3);
        keeper.close();
        int asked = ledger.asked().get();
        await().during(HOLD.multipliedBy(2))
                .atMost(SOON)
                .until(() -> ledger.asked().get() == asked);
    }

    @Test
    void aClaimThatIsLostIsLeftAlone() {
        Counting ledger = new Counting(_ -> false);
        try (ClaimKeeper keeper = ClaimKeeper.keeping(ledger, FENCE, HOLD)) {
            assertThat(keeper).isNotNull();
            await().atMost(SOON).until(() -> ledger.asked().get() == 1);
            await().during(HOLD.multipliedBy(2))
                    .atMost(SOON)
                    .until(() -> ledger.asked().get() == 1);
        }
    }

    @Test
    void aRecordThatIsAwayForAMomentIsAskedAgain() {
        Counting ledger = new Counting(times -> {
            if (times < 3) {
                throw new LedgerUnavailableException(Reason.LOCKED, "busy");
            }
            return true;
        });
        try (ClaimKeeper keeper = ClaimKeeper.keeping(ledger, FENCE, HOLD)) {
            assertThat(keeper).isNotNull();
            await().atMost(SOON).until(() -> ledger.asked().get() >= 4);
        }
    }
}
