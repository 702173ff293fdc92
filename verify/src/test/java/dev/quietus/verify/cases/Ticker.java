package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;

import dev.quietus.client.BeginRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.client.worker.WorkInHand;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.RunningQuietus;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A tool that ticks in a thread of its own, under the guard of the client library: each tick is
 * something that happens in the world, until the work hears that it is to end.
 */
final class Ticker implements AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(20);
    private static final Duration SILENCE = Duration.ofMinutes(50);
    private static final Duration THREE_BEATS = Duration.ofMillis(450);
    private static final int PATIENCE_SECONDS = 30;

    private final AtomicLong ticks = new AtomicLong();
    private final AtomicLong lastTickNanos = new AtomicLong();
    private final CompletableFuture<WorkAnswer> answer = new CompletableFuture<>();
    private final ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean done;

    private Ticker() {}

    /** Begins an operation without effects of its own under this run, and ticks. */
    static Ticker start(Caller worker, RunAuthority run, String operation) {
        return start(worker, run, operation, "tool_call");
    }

    /** The same for work of another kind. */
    static Ticker start(Caller worker, RunAuthority run, String operation, String kind) {
        Ticker ticker = new Ticker();
        BeginRequest begin = BeginRequest.accepting(
                        work(run, operation, "clock.tick")
                                .kind(kind)
                                .effects(ExpectedEffects.NONE)
                                .build(),
                        run,
                        "ticker-" + run.runId())
                .withHeartbeatTimeout(SILENCE);
        ticker.thread.execute(() -> {
            try {
                ticker.answer.complete(
                        Guarded.run(worker.quietus(), begin, THREE_BEATS, ticker::tick));
            } catch (RuntimeException e) {
                ticker.answer.completeExceptionally(e);
            }
        });
        RunningQuietus.untilTrue(
                operation + " of " + run.runId() + " ticks",
                () -> ticker.ticks() > 0 || ticker.answer.isDone());
        return ticker;
    }

    private FinishFacts tick(WorkInHand work) throws InterruptedException {
        while (!done && !work.scope().awaitCancellation(TICK)) {
            lastTickNanos.set(System.nanoTime());
            ticks.incrementAndGet();
        }
        if (!done) {
            work.scope().throwIfCancelled();
        }
        return FinishFacts.succeeded();
    }

    /** How often it has ticked. */
    long ticks() {
        return ticks.get();
    }

    /** When it ticked last, in the time of {@link System#nanoTime()}. */
    long lastTickNanos() {
        return lastTickNanos.get();
    }

    /** Waits until it has ended, whatever ended it. */
    WorkAnswer answer() {
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("the ticker did not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Lets it end by itself, if nothing has ended it. */
    @Override
    public void close() {
        done = true;
        answer();
        thread.close();
    }
}
