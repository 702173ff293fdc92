package dev.quietus.verify.cases;

import dev.quietus.client.ClaimRequest;
import dev.quietus.client.ClaimedOperation;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.worker.GuardedWork;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.client.worker.WorkerGuard;
import dev.quietus.verify.server.RunningQuietus;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Workers of one built-in queue, each a thread with one slot that takes whatever comes due. */
final class QueueWorkers implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration SILENCE = Duration.ofMinutes(50);

    private final Quietus quietus;
    private final String queue;
    private final GuardedWork work;
    private final ExecutorService slots = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final List<WorkAnswer> answers = new CopyOnWriteArrayList<>();
    private final List<RuntimeException> failures = new CopyOnWriteArrayList<>();
    private volatile boolean closing;

    private QueueWorkers(Quietus quietus, String queue, GuardedWork work) {
        this.quietus = quietus;
        this.queue = queue;
        this.work = work;
    }

    /** Starts so many slots under the name of one worker. */
    static QueueWorkers start(
            RunningQuietus server, String worker, String queue, int slots, GuardedWork work) {
        QueueWorkers workers = new QueueWorkers(server.worker(worker).quietus(), queue, work);
        for (int slot = 1; slot <= slots; slot++) {
            String name = worker + "-" + slot;
            workers.slots.execute(() -> workers.work(name));
        }
        return workers;
    }

    private void work(String name) {
        while (!closing) {
            try {
                Optional<ClaimedOperation> claimed = quietus.claim(
                        ClaimRequest.of(queue, name, POLL).withHeartbeatTimeout(SILENCE));
                claimed.ifPresent(this::carryOut);
            } catch (QuietusException | IllegalStateException e) {
                if (!closing) {
                    failures.add(e);
                    return;
                }
            }
        }
    }

    private void carryOut(ClaimedOperation claimed) {
        started.add(claimed.operationId());
        // A short time between signs of life, though the server would wait longer for one.
        answers.add(WorkerGuard.of(quietus).runClaimed(claimed, Duration.ofMillis(300), work));
        // An interrupt of the work ends with it, as in any pool of threads.
        boolean interrupted = Thread.interrupted();
        if (interrupted && closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** The operations that were handed out, in their order. */
    List<String> started() {
        return List.copyOf(started);
    }

    /** What came of them. */
    List<WorkAnswer> answers() {
        return List.copyOf(answers);
    }

    /** Ends the slots; none may have failed to reach the server. */
    @Override
    public void close() {
        closing = true;
        slots.shutdownNow();
        boolean ended = RunningQuietus.ends(slots);
        if (!ended || !failures.isEmpty()) {
            throw new AssertionError("workers of " + queue + ": ended " + ended + ", " + failures);
        }
    }
}
