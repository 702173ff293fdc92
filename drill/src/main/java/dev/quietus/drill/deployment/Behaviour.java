package dev.quietus.drill.deployment;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * One way in which the service misbehaves on purpose. The wire name is the constant in lower case;
 * what each one does is told in the package description.
 */
public enum Behaviour {
    /** Commits in the moment the cancel is accepted. */
    COMMIT_DURING_CANCEL(Form.SWITCH, 1),
    /** Milliseconds from an accepted cancel to a commit that nobody expects any more. */
    COMMIT_AFTER_CANCEL_MS(Form.AMOUNT, 600_000),
    /** Accepts the cancel and goes on. */
    IGNORE_CANCEL(Form.SWITCH, 1),
    /** Answers 409 to the cancel and goes on. */
    REFUSE_CANCEL(Form.SWITCH, 1),
    /** Leaves the cancel without an answer until released. */
    CANCEL_HANGS(Form.SWITCH, 1),
    /** Answers 500 to every cancel, and does not look at it. */
    CANCEL_500(Form.SWITCH, 1),
    /** Answers a cancel with 200 and broken JSON, and does not look at it. */
    CANCEL_GARBAGE(Form.SWITCH, 1),
    /** Answers a cancel with a redirect to another host, and does not look at it. */
    CANCEL_REDIRECT(Form.SWITCH, 1),
    /** Shows a job as cancelled and ended as soon as its cancel was accepted, true or not. */
    CLAIM_CANCELLED(Form.SWITCH, 1),
    /** Answers 503 to every status request. */
    STATUS_UNAVAILABLE(Form.SWITCH, 1),
    /** Leaves status requests without an answer until released. */
    STATUS_HANGS(Form.SWITCH, 1),
    /** Answers status requests with 200 and broken JSON. */
    STATUS_GARBAGE(Form.SWITCH, 1),
    /** Answers status requests with a redirect to another host. */
    STATUS_REDIRECT(Form.SWITCH, 1),
    /** Answers 500 to every status request. */
    STATUS_500(Form.SWITCH, 1),
    /** Commits while the request for the preview is being answered. */
    COMMIT_AT_ONCE(Form.SWITCH, 1),
    /** Never passes the commit point; the job ends as failed. */
    NEVER_COMMIT(Form.SWITCH, 1),
    /** Waits before the commit point until released. */
    HOLD_BEFORE_COMMIT(Form.SWITCH, 1),
    /** Seconds for the {@code Retry-After} of a 429. */
    RETRY_AFTER_SECONDS(Form.AMOUNT, 3_600),
    /** How many of the next requests get the 429; counts down. */
    RETRY_AFTER_REQUESTS(Form.AMOUNT, 10_000),
    /** Accepts the request for a preview and closes the connection without an answer. */
    DROP_ANSWER(Form.SWITCH, 1),
    /** The lowest revocation epoch that may ask for a preview. */
    STALE_EPOCH_FENCE(Form.AMOUNT, Long.MAX_VALUE),
    /** Milliseconds that a job stays pending, in place of the settings. */
    PENDING_MS(Form.AMOUNT, 600_000),
    /** Milliseconds that a job builds, in place of the settings. */
    BUILDING_MS(Form.AMOUNT, 600_000),
    /** Milliseconds from the reservation to the end of the job, in place of the settings. */
    RESERVED_MS(Form.AMOUNT, 600_000);

    /** Whether a behaviour is on or off, or has a number. */
    enum Form {
        /** On or off. */
        SWITCH,
        /** A whole number from 0 to the behaviour's maximum. */
        AMOUNT
    }

    private final Form form;
    private final long max;

    Behaviour(Form form, long max) {
        this.form = form;
        this.max = max;
    }

    Form form() {
        return form;
    }

    /** The largest amount that is taken; 1 for a switch. */
    long max() {
        return max;
    }

    /** The spelling in JSON. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The behaviour of this spelling, if there is one. */
    static Optional<Behaviour> ofWire(String wire) {
        return Arrays.stream(values()).filter(each -> each.wire().equals(wire)).findFirst();
    }
}
