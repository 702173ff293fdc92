package dev.quietus.drill.cases;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The cases, by their names in the source, with the outcome that the source expects. The wire name
 * is the constant in lower case.
 */
public enum DrillCase {
    /** A worker begins queued work of a child run whose parent was stopped meanwhile. */
    QUEUED_CALL_STARTS_AFTER_PARENT_REVOCATION(
            "deny_parent_revoked", Duration.ofSeconds(45), false),
    /** The provider accepts a cancel and commits in the same moment. */
    PROVIDER_COMMITS_DURING_CANCEL_REQUEST("completed_and_verified", Duration.ofSeconds(45), false),
    /** The process that drives a barrier is killed, at several of its steps. */
    CANCELLATION_WORKER_CRASHES_MID_BARRIER(
            "resume_from_durable_barrier", Duration.ofSeconds(100), true),
    /** A retry that was scheduled before the stop fires after it. */
    DELAYED_RETRY_FIRES_AFTER_REVOCATION("deny_stale_epoch", Duration.ofSeconds(45), false),
    /** The provider's status can't be had while the stop is settled. */
    PROVIDER_STATUS_UNAVAILABLE("stop_incomplete_unknown_outcome", Duration.ofSeconds(60), false),
    /** A child run never hears of its parent's stop, for the parent was killed. */
    CHILD_RUN_MISSES_PARENT_NOTIFICATION(
            "deny_on_gateway_authority_check", Duration.ofSeconds(45), false);

    private final String expect;
    private final Duration deadline;
    private final boolean killsServer;

    DrillCase(String expect, Duration deadline, boolean killsServer) {
        this.expect = expect;
        this.deadline = deadline;
        this.killsServer = killsServer;
    }

    /** The name in the source. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The outcome that the source expects. */
    public String expect() {
        return expect;
    }

    /** How long it may take. */
    Duration deadline() {
        return deadline;
    }

    /** Whether it kills the server, which it may do only with one of its own. */
    boolean killsServer() {
        return killsServer;
    }

    /** A fresh run of it. */
    Exercise exercise() {
        return switch (this) {
            case QUEUED_CALL_STARTS_AFTER_PARENT_REVOCATION -> new QueuedCall();
            case PROVIDER_COMMITS_DURING_CANCEL_REQUEST -> new CommitDuringCancel();
            case CANCELLATION_WORKER_CRASHES_MID_BARRIER -> new CrashMidBarrier();
            case DELAYED_RETRY_FIRES_AFTER_REVOCATION -> new DelayedRetry();
            case PROVIDER_STATUS_UNAVAILABLE -> new StatusUnavailable();
            case CHILD_RUN_MISSES_PARENT_NOTIFICATION -> new UntoldChild();
        };
    }

    /**
     * The case of this name.
     *
     * @throws IllegalArgumentException when there is none; the message names all
     */
    public static DrillCase of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no case is called '" + word + "'; there are: "
                                + Arrays.stream(values())
                                        .map(DrillCase::word)
                                        .collect(Collectors.joining(", "))));
    }
}
