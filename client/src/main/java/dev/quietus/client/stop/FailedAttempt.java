package dev.quietus.client.stop;

import java.time.Duration;

/**
 * A try that got no acknowledgement.
 *
 * @param tries how many tries there were so far, at least 1
 * @param elapsed the time since the first one began
 * @param reason why this one failed, in words: "connection refused"
 */
public record FailedAttempt(int tries, Duration elapsed, String reason) {

    /** One line for a terminal: {@code no answer yet (3 tries in 2 s): connection refused}. */
    public String describe() {
        String tried = tries + (tries == 1 ? " try" : " tries");
        return "no answer yet (" + tried + " in " + elapsed.toSeconds() + " s): " + reason;
    }
}
