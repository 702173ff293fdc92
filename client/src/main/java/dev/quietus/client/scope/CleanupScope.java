package dev.quietus.client.scope;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Cleaning up within a bound: saving results, releasing things, looking what happened. It never
 * hangs; what could not be confirmed in time is named, not forgotten.
 *
 * <p>The deadline begins when the scope is made and holds for all steps together. An interrupt that
 * is pending when a step begins, as it often is in cancelled work, does not disturb the step and is
 * pending again behind it. For one thread.
 */
public final class CleanupScope {

    /** One step; may block, is interrupted at the deadline. */
    @FunctionalInterface
    public interface Step {

        /** Does it. */
        void perform() throws Exception;
    }

    private final String name;
    private final long deadlineNanos;
    private final List<CleanupOutcome> outcomes = new ArrayList<>();

    CleanupScope(String name, Duration limit) {
        this.name = name;
        this.deadlineNanos = System.nanoTime() + Waits.nanos(limit);
    }

    /** The time left, zero once it is over. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
    }

    /**
     * Performs a step in a daemon thread of its own and waits for it until the deadline. A step
     * that does not answer the interrupt is left behind as unconfirmed; the process can still end.
     *
     * <p>An interrupt that comes while this thread waits ends the wait likewise, and stays set.
     *
     * @param what the step in words, for the record
     */
    public CleanupOutcome run(String what, Step step) {
        boolean interrupted = Thread.interrupted();
        try {
            CleanupOutcome outcome = perform(what, step);
            outcomes.add(outcome);
            return outcome;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private CleanupOutcome perform(String what, Step step) {
        if (remaining().isZero()) {
            return new CleanupOutcome.Unconfirmed(what);
        }
        FutureTask<CleanupOutcome> task = new FutureTask<>(() -> {
            step.perform();
            return new CleanupOutcome.Done(what);
        });
        Thread thread = new Thread(task, "quietus-" + name.replace(' ', '-'));
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            task.cancel(true);
            return new CleanupOutcome.Unconfirmed(what);
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            return new CleanupOutcome.Unconfirmed(what);
        } catch (ExecutionException e) {
            return new CleanupOutcome.Failed(what, String.valueOf(e.getCause()));
        }
    }

    /** What came of each step so far, in their order. */
    public List<CleanupOutcome> outcomes() {
        return List.copyOf(outcomes);
    }

    /** The steps that failed or could not be confirmed: what somebody must look after. */
    public List<CleanupOutcome> unconfirmed() {
        return outcomes.stream()
                .filter(outcome -> !(outcome instanceof CleanupOutcome.Done))
                .toList();
    }
}
