package dev.quietus.cli.stop;

import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.Console;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells somebody who presses Ctrl-C while waiting that only the waiting ends: the barrier is on
 * record and goes on.
 */
final class InterruptNote implements AutoCloseable {

    private final AtomicBoolean waiting = new AtomicBoolean(true);

    private InterruptNote() {}

    /** Says it if this process is ended before the note is closed. */
    static InterruptNote whileWaitingFor(BarrierFacts barrier, Console console) {
        InterruptNote note = new InterruptNote();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (note.waiting.get()) {
                console.flush();
                console.note("");
                console.note("quietus: only the waiting ended; barrier " + barrier.id()
                        + " goes on by itself. Look with 'quietus watch " + barrier.run() + "'");
            }
        }));
        return note;
    }

    /** Nothing is said from here on. */
    void waitingIsOver() {
        waiting.set(false);
    }

    @Override
    public void close() {
        waitingIsOver();
    }
}
