package dev.quietus.client.http;

import java.io.Serial;
import java.time.Duration;

/**
 * No answer came from the server, however often it was asked. Whether it heard is not known.
 *
 * <p>The message says what was tried, how often, for how long, and the last reason.
 */
public final class QuietusUnreachableException extends QuietusException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int tries;
    private final String reason;

    QuietusUnreachableException(
            String what, int tries, Duration elapsed, String reason, Throwable cause) {
        super(
                what + ": no answer after " + tries + (tries == 1 ? " try" : " tries") + " in "
                        + Failures.seconds(elapsed) + ": " + reason,
                cause);
        this.tries = tries;
        this.reason = reason;
    }

    /** How often the server was asked, at least once. */
    public int tries() {
        return tries;
    }

    /** Why the last try failed, in words: "connection refused". */
    public String reason() {
        return reason;
    }
}
