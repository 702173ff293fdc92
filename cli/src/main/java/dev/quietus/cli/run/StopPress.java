package dev.quietus.cli.run;

import dev.quietus.cli.view.Failure;
import dev.quietus.client.Quietus;
import dev.quietus.client.StopRequest;
import dev.quietus.client.http.QuietusException;
import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.ExecutionUnit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a person at the keyboard, and a signal to this process, do to the run: a first Ctrl-C is the
 * agent's, a second soon after it stops the run, and so does any other request that this process is
 * to end. Thread-safe.
 */
final class StopPress {
    private static final Duration ASK_WITHIN = Duration.ofSeconds(10);
    private static final int MOST_SECONDS = 120;

    private final Quietus server;
    private final RunWish wish;
    private final ExecutionUnit unit;
    private final RunLines lines;
    private final InterruptPresses presses = new InterruptPresses();
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final CountDownLatch written = new CountDownLatch(1);

    StopPress(Quietus server, RunWish wish, ExecutionUnit unit, RunLines lines) {
        this.server = server;
        this.wish = wish;
        this.unit = unit;
        this.lines = lines;
    }

    /** From now on signals to this process come here. */
    void install() {
        InterruptSignal.follow(this::interrupted);
        Runtime.getRuntime().addShutdownHook(new Thread(this::ending, "quietus-run-end"));
    }

    /** Ctrl-C as a signal: the agent is in a session of its own and has not heard of it. */
    void interrupted() {
        if (!second()) {
            lines.say("Ctrl-C is the agent's; once more within 2 s stops the run");
            Kill.group((int) unit.name().leader().pid(), Signal.INT.number());
        }
    }

    /**
     * Ctrl-C was pressed.
     *
     * @return whether it was the second one, which stops the run
     */
    boolean second() {
        boolean second = presses.pressed(System.nanoTime());
        if (second && stopping.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("quietus-run-stop").start(() -> {
                stop("Ctrl-C twice");
                written.countDown();
            });
        }
        return second;
    }

    /**
     * Whether Ctrl-C was pressed twice; then the stop is recorded, or that was given up, when this
     * returns. An agent may end of the first Ctrl-C before the second one has done anything.
     */
    boolean pressedTwice() {
        if (!stopping.get()) {
            return false;
        }
        try {
            boolean inTime = written.await(2 * ASK_WITHIN.toSeconds(), TimeUnit.SECONDS);
            if (!inTime) {
                lines.say("whether the stop is recorded is not known; 'quietus show " + wish.run()
                        + "'");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Writes the barrier, and ends the agent whether or not that was possible. */
    private void stop(String reason) {
        try {
            StopRequest plain = StopRequest.because(reason);
            server.within(ASK_WITHIN)
                    .stop(
                            wish.run(),
                            wish.settleTimeout().map(plain::settlingWithin).orElse(plain));
        } catch (QuietusException | IllegalStateException notWritten) {
            lines.say("the stop is NOT recorded: " + Failure.of(notWritten).line()
                    + "; the agent is ended all the same");
        }
        unit.cancel(new EndCause.StopRequested(reason));
    }

    /** This process is to end: the run is stopped, and that is waited for. */
    private void ending() {
        if (done.getCount() == 0) {
            return;
        }
        stop("quietus run was asked to end");
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
