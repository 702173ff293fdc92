package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.CleanupOutcome;
import dev.quietus.client.scope.CleanupScope;
import dev.quietus.client.worker.GuardedWork;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 42: clean-up fails because it runs in the scope that was just cancelled. Proves that an
 * unlock is asked for after the stop within a limit of its own, also by an interrupted thread, that
 * its failure is in the receipt, and that the result is recorded all the same.
 */
class Case42CleanupScopeTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    private final CountDownLatch holding = new CountDownLatch(1);
    private final List<CleanupOutcome> outcomes = new CopyOnWriteArrayList<>();
    private LockService lock;

    @BeforeEach
    void startLockService() throws IOException {
        lock = installation.closing(new LockService());
    }

    @Test
    void unlocksAfterTheStop() throws Exception {
        JsonObject entry = stopped(holdingTheLock(false));
        assertThat(outcomes).containsExactly(new CleanupOutcome.Done("unlock"));
        assertThat(lock.requests()).containsExactly("/lock", "/unlock");
        assertThat(lock.locked()).isFalse();
        assertThat(entry.string("state")).isEqualTo("cancelled_during_execution");
    }

    @Test
    void unlocksInAThreadThatIsInterrupted() throws Exception {
        JsonObject entry = stopped(holdingTheLock(true));
        assertThat(outcomes).containsExactly(new CleanupOutcome.Done("unlock"));
        assertThat(lock.locked()).isFalse();
        assertThat(entry.string("state")).isEqualTo("cancelled_during_execution");
    }

    @Test
    void aFailedUnlockIsInTheReceipt() throws Exception {
        lock.fail();
        JsonObject entry = stopped(holdingTheLock(false));
        assertThat(outcomes)
                .singleElement()
                .isInstanceOfSatisfying(
                        CleanupOutcome.Failed.class,
                        failed -> assertThat(failed.reason()).contains("status 500"));
        assertThat(lock.requests()).containsExactly("/lock", "/unlock");
        assertThat(lock.locked()).isTrue();
        assertThat(entry.string("error")).contains("unlock").contains("status 500");
    }

    /** Holds the lock until it is told to end, then cleans up, interrupted or not. */
    private GuardedWork holdingTheLock(boolean interrupted) {
        return work -> {
            lock.ask("lock");
            holding.countDown();
            work.scope().awaitCancellation(Duration.ofSeconds(30));
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            CleanupScope cleanup = work.scope().cleanup(LIMIT);
            outcomes.add(cleanup.run("unlock", () -> lock.ask("unlock")));
            return cleanup.unconfirmed().isEmpty()
                    ? FinishFacts.cancelled()
                    : FinishFacts.cancelled().withError("clean-up: " + cleanup.unconfirmed());
        };
    }

    /** What the receipt of a stop says of this work. */
    private JsonObject stopped(GuardedWork work) throws Exception {
        TestingQuietus quietus = installation.quietus();
        quietus.accept(work(quietus.run("run-q"), "op-1", "files.edit")
                .queue("work")
                .effects(ExpectedEffects.NONE));
        try (QueueWorkers workers = QueueWorkers.start(quietus, "w1", "work", 1, work)) {
            holding.await();
            String barrier = quietus.stop("run-q").string("barrier_id");
            quietus.awaitTakenIn(barrier, 1);
            JsonObject receipt = quietus.passQuiet(barrier);
            assertThat(workers.answers()).hasOnlyElementsOfType(WorkAnswer.Finished.class);
            assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
            return receipt.array("in_flight").object(0);
        }
    }
}
