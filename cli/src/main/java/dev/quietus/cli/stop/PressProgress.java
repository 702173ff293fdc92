package dev.quietus.cli.stop;

import dev.quietus.cli.view.Console;
import dev.quietus.client.stop.FailedAttempt;
import dev.quietus.client.stop.StopAttemptListener;

/**
 * Tells the person at the button that no answer came yet: in place on a terminal, else a line for
 * the first try and then one every five seconds.
 */
final class PressProgress implements StopAttemptListener {

    private static final long EVERY_MILLIS = 5_000;

    private final Console console;
    private final boolean once;
    private String reason = "";
    private boolean said;
    private long nextMillis;

    /** @param once whether there is only one try */
    PressProgress(Console console, boolean once) {
        this.console = console;
        this.once = once;
    }

    @Override
    public void noAnswerYet(FailedAttempt attempt) {
        if (reason.isEmpty() || !attempt.reason().endsWith("in time")) {
            // The last try of all has little time left and would say only that.
            reason = attempt.reason();
        }
        if (once) {
            // The button's own way to end between two tries.
            Thread.currentThread().interrupt();
            return;
        }
        String words = "quietus: " + attempt.describe() + "; pressing again";
        if (console.liveErr()) {
            console.err().print("\r\u001b[K" + words);
            console.err().flush();
            said = true;
        } else if (attempt.elapsed().toMillis() >= nextMillis) {
            nextMillis = attempt.elapsed().toMillis() + EVERY_MILLIS;
            console.note(words);
        }
    }

    /** Why the server did not answer; empty: every try was answered. */
    String reason() {
        return reason;
    }

    /** Ends the line that stands on the terminal. */
    void done() {
        if (once && Thread.interrupted()) {
            return;
        }
        if (said) {
            console.err().print("\r\u001b[K");
            console.err().flush();
        }
    }
}
