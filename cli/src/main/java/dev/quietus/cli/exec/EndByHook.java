package dev.quietus.cli.exec;

import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.ExecutionUnit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What a signal to this process itself does: the unit is ended in the same way as by a stop, and
 * this process waits until that is recorded, so that Ctrl-C, a closed terminal and a time limit
 * around it leave nothing behind.
 */
final class EndByHook {
    private static final int MOST_SECONDS = 120;

    private final CountDownLatch done = new CountDownLatch(1);

    private EndByHook() {}

    static EndByHook install(ExecutionUnit unit) {
        EndByHook hook = new EndByHook();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> hook.end(unit), "quietus-exec-end"));
        return hook;
    }

    private void end(ExecutionUnit unit) {
        if (done.getCount() == 0) {
            return;
        }
        unit.cancel(new EndCause.Interrupted("a signal to quietus exec"));
        try {
            // The thread that follows the unit records its end meanwhile.
            done.await(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The end is recorded: nothing is left to do. */
    void done() {
        done.countDown();
    }
}
