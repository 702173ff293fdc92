package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.Invariant;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
abstract class GroupCommitContract {
    private static final int CALLERS = 32;
    private static final int EACH = 25;

    @RegisterExtension
    final TestingLedger ledger;

    GroupCommitContract(Engine engine) {
        ledger = new TestingLedger(engine, new Engine.Bounds(40, 16, Duration.ofSeconds(30)));
    }

    private static void register(DurableLedger into, String id) {
        into.write(records -> {
            Run run = Samples.root(id);
            records.insert(run);
            records.append(run.tree(), EventDraft.of(EventType.RUN_REGISTERED, run.id()));
            return true;
        });
    }

    @Test
    void keepsEveryAcknowledgedCommandAndOnlyThose() throws Exception {
        Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
        Queue<String> refused = new ConcurrentLinkedQueue<>();
        List<Future<?>> callers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int caller = 0; caller < CALLERS; caller++) {
                int number = caller;
                callers.add(threads.submit(() -> call(number, acknowledged, refused)));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
        }
        assertThat(refused).hasSize(CALLERS * EACH / 5);
        DurableLedger reopened = ledger.reopen();
        for (String id : acknowledged) {
            assertThat(TestingLedger.run(reopened, id)).isPresent();
        }
        for (String id : refused) {
            assertThat(TestingLedger.run(reopened, id)).isEmpty();
        }
        assertThat(reopened.queries().totals().runs().values())
                .containsExactly((long) acknowledged.size());
    }

    private void call(int caller, Queue<String> acknowledged, Queue<String> refused) {
        for (int i = 0; i < EACH; i++) {
            String id = "run-" + caller + "-" + i;
            if (i % 5 == 4) {
                assertThatThrownBy(() -> ledger.write(records -> {
                            records.insert(Samples.root(id));
                            throw new IllegalArgumentException("bad " + id);
                        }))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("bad " + id);
                refused.add(id);
            } else {
                register(ledger.ledger(), id);
                acknowledged.add(id);
            }
        }
    }

    @Test
    void failsOnlyTheCommandThatBreaksTheSchema() throws Exception {
        Parked parked = new Parked();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> first = threads.submit(() -> parked.hold(ledger.ledger()));
            parked.awaitHeld();
            List<Future<?>> good = new ArrayList<>();
            good.add(submit(threads, "a"));
            Future<?> twice = threads.submit(() -> ledger.run(records -> {
                records.insert(Samples.root("twice"));
                records.insert(Samples.root("twice"));
            }));
            awaitWaiting(2);
            good.add(submit(threads, "b"));
            awaitWaiting(3);
            parked.release();
            first.get();
            for (Future<?> each : good) {
                each.get();
            }
            assertThatThrownBy(twice::get).hasCauseInstanceOf(Invariant.Violated.class);
        }
        assertThat(TestingLedger.run(ledger.ledger(), "twice")).isEmpty();
        assertThat(TestingLedger.run(ledger.ledger(), "a")).isPresent();
        assertThat(TestingLedger.run(ledger.ledger(), "b")).isPresent();
    }

    @Test
    void recordsNothingOfATransactionThatPassesOverAFailure() {
        assertThatThrownBy(() -> ledger.run(records -> {
                    records.insert(Samples.root("twice"));
                    records.insert(Samples.root("twice"));
                    // A new row is written before anything else is read.
                    assertThatThrownBy(() -> records.run(new RunId("twice")))
                            .isInstanceOf(RuntimeException.class);
                }))
                .isInstanceOfSatisfying(
                        LedgerUnavailableException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.FAILED));
        assertThat(TestingLedger.run(ledger.ledger(), "twice")).isEmpty();
    }

    private Future<?> submit(ExecutorService threads, String id) {
        return threads.submit(() -> register(ledger.ledger(), id));
    }

    private void awaitWaiting(int number) {
        while (ledger.ledger().waiting() < number) {
            Thread.onSpinWait();
        }
    }

    @Test
    void refusesAtOnceWhenTooManyWait() throws Exception {
        Parked parked = new Parked();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> held = threads.submit(() -> parked.hold(ledger.ledger()));
            parked.awaitHeld();
            List<Future<?>> waiting = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                waiting.add(submit(threads, "run-" + i));
            }
            awaitWaiting(40);
            assertThatThrownBy(() -> register(ledger.ledger(), "one-too-many"))
                    .isInstanceOfSatisfying(
                            LedgerUnavailableException.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(Reason.OVERLOADED));
            parked.release();
            held.get();
            for (Future<?> each : waiting) {
                each.get();
            }
        }
        assertThat(TestingLedger.run(ledger.ledger(), "run-39")).isPresent();
        assertThat(TestingLedger.run(ledger.ledger(), "one-too-many")).isEmpty();
    }

    @Test
    void takesACommandBackWhenItsCallerIsInterrupted() throws Exception {
        Parked parked = new Parked();
        Queue<Object> seen = new ConcurrentLinkedQueue<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> held = threads.submit(() -> parked.hold(ledger.ledger()));
            parked.awaitHeld();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    register(ledger.ledger(), "interrupted");
                } catch (LedgerUnavailableException e) {
                    seen.add(e.reason());
                    seen.add(Thread.currentThread().isInterrupted());
                    seen.add(String.valueOf(e.getMessage()).contains("nothing was written"));
                }
            });
            awaitWaiting(1);
            caller.interrupt();
            caller.join();
            parked.release();
            held.get();
        }
        assertThat(seen).containsExactly(Reason.CLOSED, true, true);
        assertThat(TestingLedger.run(ledger.ledger(), "interrupted")).isEmpty();
    }

    @Test
    void tellsACallerWhatIsKnownWhenNoAnswerComesInTime() {
        Parked parked = new Parked();
        ledger.reopen(new Engine.Bounds(40, 16, Duration.ofMillis(100)));
        try (DurableLedger slow = ledger.ledger()) {
            assertThatThrownBy(() -> parked.hold(slow))
                    .isInstanceOf(LedgerUnavailableException.class)
                    .hasMessageContaining("whether it was written is not known");
            assertThatThrownBy(() -> register(slow, "waits"))
                    .isInstanceOf(LedgerUnavailableException.class)
                    .hasMessageContaining("nothing was written");
            parked.release();
        }
        assertThat(TestingLedger.run(ledger.reopen(), "waits")).isEmpty();
    }

    @Test
    void carriesOutWhatWaitsWhenItIsClosedAndRefusesTheRest() throws Exception {
        Parked parked = new Parked();
        DurableLedger closing = ledger.ledger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> held = threads.submit(() -> parked.hold(closing));
            parked.awaitHeld();
            Future<?> before = submit(threads, "before");
            awaitWaiting(1);
            Future<?> close = threads.submit(closing::close);
            boolean refused = false;
            while (!refused) {
                try {
                    closing.read(records -> records.frozen());
                } catch (LedgerUnavailableException e) {
                    refused = e.reason() == Reason.CLOSED;
                }
            }
            assertThatThrownBy(() -> register(closing, "after"))
                    .isInstanceOf(LedgerUnavailableException.class);
            parked.release();
            held.get();
            before.get();
            close.get();
        }
        DurableLedger reopened = ledger.reopen();
        assertThat(TestingLedger.run(reopened, "before")).isPresent();
        assertThat(TestingLedger.run(reopened, "after")).isEmpty();
    }

    @Test
    void refusesATransactionInsideATransaction() {
        assertThatThrownBy(() -> ledger.write(records -> ledger.read(inner -> inner.frozen())))
                .isInstanceOf(Invariant.Violated.class);
    }

    @Test
    void refusesRecordsAfterTheEndOfTheirTransaction() {
        var escaped = ledger.write(records -> records);
        assertThatThrownBy(() -> escaped.frozen()).isInstanceOf(Invariant.Violated.class);
    }

    @Test
    void refusesToWriteInATransactionThatReads() {
        assertThatThrownBy(() -> ledger.read(records -> {
                    records.insert(Samples.root("root"));
                    return true;
                }))
                .isInstanceOf(Invariant.Violated.class);
    }

    @Test
    void refusesAnUpdateOfARowThatIsNotThere() {
        assertThatThrownBy(() -> ledger.run(records -> records.update(Samples.root("absent"))))
                .isInstanceOf(Invariant.Violated.class)
                .hasMessageContaining("absent");
    }

    /** A transaction that stays in the writer until it is released. */
    private static final class Parked {
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch free = new CountDownLatch(1);

        void hold(DurableLedger ledger) {
            ledger.write(records -> {
                held.countDown();
                return await(free);
            });
        }

        void awaitHeld() {
            assertThat(await(held)).isTrue();
        }

        void release() {
            free.countDown();
        }

        private static boolean await(CountDownLatch latch) {
            try {
                return latch.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
