package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.ledger.OneBatch.About;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is read ahead was read behind the lock of its tree, however long that was waited for. */
@Timeout(60)
final class PostgresAheadTest extends TwoNodes {
    /** Lets one node write and wait, asks the other meanwhile, and tells what that answered. */
    private <R> R behind(Transaction<?> first, Transaction<R> second) throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> holding = threads.submit(() -> node(0).write(new About<>("root", records -> {
                first.apply(records);
                // Whatever is asked: what waits is written by then.
                records.unfinished(first.concerns().orElseThrow());
                written.countDown();
                return released(free);
            })));
            assertThat(written.await(20, TimeUnit.SECONDS)).isTrue();
            Future<R> asking = threads.submit(() -> node(1).write(second));
            await().atMost(Duration.ofSeconds(20)).until(() -> waitingForLocks() == 1);
            free.countDown();
            holding.get();
            return asking.get();
        }
    }

    private static boolean released(CountDownLatch free) {
        try {
            return free.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aResultFindsTheOperationThatWasBegunMeanwhile() throws Exception {
        node(0).write(Deeds.register("root", Optional.empty()));
        assertThat(behind(Deeds.begin("root", "one"), Deeds.finish("root", "one")))
                .isInstanceOf(FinishOperation.Recorded.class);
    }

    @Test
    void aStartSeesTheStopThatCameMeanwhile() throws Exception {
        node(0).write(Deeds.register("root", Optional.empty()));
        node(0).write(Deeds.register("child", Optional.of("root")));
        assertThat(behind(Deeds.stop("root"), Deeds.begin("child", "one")))
                .isInstanceOfSatisfying(
                        BeginOperation.Denied.class,
                        denied -> assertThat(denied.decision())
                                .isEqualTo(Decision.DENY_PARENT_REVOKED));
    }

    @Test
    void aStartSeesTheBusinessThatWasBegunMeanwhile() throws Exception {
        node(0).write(Deeds.register("root", Optional.empty()));
        BeginOperation again = new BeginOperation(
                OperationKey.of("root", "two"),
                Optional.of(Samples.work("deployment.reserve", "one")),
                Claimed.NOTHING,
                new WorkerId("worker"),
                new RequestId("two"),
                Duration.ofSeconds(30));
        assertThat(behind(Deeds.begin("root", "one"), again))
                .isInstanceOfSatisfying(
                        BeginOperation.Denied.class,
                        denied -> assertThat(denied.decision())
                                .isEqualTo(Decision.DENY_OUTCOME_UNKNOWN));
    }
}
