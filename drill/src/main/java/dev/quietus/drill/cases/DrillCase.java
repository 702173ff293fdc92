package dev.quietus.drill.cases;

import dev.quietus.drill.process.LocalCommand;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The cases with the outcome that is expected: first the six of the source under its names, then
 * the others. The wire name is the constant in lower case.
 */
public enum DrillCase {
    /** A worker begins queued work of a child run whose parent was stopped meanwhile. */
    QUEUED_CALL_STARTS_AFTER_PARENT_REVOCATION("deny_parent_revoked"),
    /** The provider accepts a cancel and commits in the same moment. */
    PROVIDER_COMMITS_DURING_CANCEL_REQUEST("completed_and_verified"),
    /** The process that drives a barrier is killed, at several of its steps. */
    CANCELLATION_WORKER_CRASHES_MID_BARRIER("resume_from_durable_barrier", true),
    /** A retry that was scheduled before the stop fires after it. */
    DELAYED_RETRY_FIRES_AFTER_REVOCATION("deny_stale_epoch"),
    /** The provider's status can't be had while the stop is settled. */
    PROVIDER_STATUS_UNAVAILABLE("stop_incomplete_unknown_outcome"),
    /** A child run never hears of its parent's stop, for the parent was killed. */
    CHILD_RUN_MISSES_PARENT_NOTIFICATION("deny_on_gateway_authority_check"),
    /** The provider answers everything with 500. */
    PROVIDER_ANSWERS_EVERYTHING_WITH_500("stop_incomplete_unknown_outcome"),
    /** The provider answers everything with 200 and garbage. */
    PROVIDER_ANSWERS_GARBAGE("stop_incomplete_unknown_outcome"),
    /** The provider never answers. */
    PROVIDER_NEVER_ANSWERS("stop_incomplete_unknown_outcome"),
    /** The provider sends whoever asks to another host. */
    PROVIDER_REDIRECTS_TO_ANOTHER_HOST("stop_incomplete_unknown_outcome"),
    /** The effect comes after the provider's yes to the cancel, while the stop is settled. */
    EFFECT_APPEARS_AFTER_ACCEPTED_CANCEL("completed_and_verified"),
    /** The effect comes in the quiet period, when none was seen before. */
    EFFECT_APPEARS_DURING_QUIET_PERIOD("completed_and_verified"),
    /** The effect comes when the receipt says that there is none. */
    EFFECT_APPEARS_AFTER_RECEIPT("receipt_superseded"),
    /** Two workers are handed one and the same message. */
    MESSAGE_IS_DELIVERED_TO_TWO_WORKERS("one_attempt"),
    /** A worker falls silent before its request, and wakes when the stop has its receipt. */
    SILENT_WORKER_WAKES_AFTER_STOP("late_word_kept_send_refused"),
    /** Two operators press stop in the same moment. */
    TWO_OPERATORS_STOP_AT_ONCE("one_barrier"),
    /** An agent makes child runs while its run is stopped. */
    CHILD_IS_CREATED_DURING_STOP("denied_or_inside"),
    /** Children are made independent while their parent is stopped. */
    PROMOTION_RACES_THE_STOP("outside_lives_inside_stops"),
    /** A lease runs out while a call is in flight. */
    LEASE_EXPIRES_MID_FLIGHT("deny_lease_expired"),
    /** A run is stopped that has finished. */
    FINISHED_RUN_IS_STOPPED("stopped_and_quiet"),
    /** The process that drives barriers is killed after each single step. */
    SERVER_IS_KILLED_AFTER_EACH_BARRIER_STEP("resume_from_durable_barrier", true),
    /** A local command and its detached child ignore the request to end. */
    LOCAL_COMMAND_OUTLIVES_STOP("stopped_and_quiet");

    private static final Duration LONGEST = Duration.ofMinutes(2);

    /** A case that kills its server waits for several starts of one. */
    private static final Duration LONGEST_WITH_STARTS = Duration.ofMinutes(4);

    private final String expect;
    private final boolean killsServer;

    DrillCase(String expect) {
        this(expect, false);
    }

    DrillCase(String expect, boolean killsServer) {
        this.expect = expect;
        this.killsServer = killsServer;
    }

    /** Its name. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The outcome that is expected. */
    public String expect() {
        return expect;
    }

    /** How long it may take, on a busy machine too. */
    Duration deadline() {
        return killsServer ? LONGEST_WITH_STARTS : LONGEST;
    }

    /** Whether it kills the server, which it may do only with one of its own. */
    boolean killsServer() {
        return killsServer;
    }

    /** Why it can't be played on this machine; empty where it can. */
    Optional<String> lacking() {
        return this == LOCAL_COMMAND_OUTLIVES_STOP ? LocalCommand.lacking() : Optional.empty();
    }

    /** What plays it. */
    Exercise exercise() {
        return switch (this) {
            case QUEUED_CALL_STARTS_AFTER_PARENT_REVOCATION -> new QueuedCall();
            case PROVIDER_COMMITS_DURING_CANCEL_REQUEST -> new CommitDuringCancel();
            case CANCELLATION_WORKER_CRASHES_MID_BARRIER -> new CrashMidBarrier();
            case DELAYED_RETRY_FIRES_AFTER_REVOCATION -> new DelayedRetry();
            case PROVIDER_STATUS_UNAVAILABLE -> ProviderUnclear.statusUnavailable();
            case CHILD_RUN_MISSES_PARENT_NOTIFICATION -> new UntoldChild();
            case PROVIDER_ANSWERS_EVERYTHING_WITH_500 -> ProviderUnclear.fails();
            case PROVIDER_ANSWERS_GARBAGE -> ProviderUnclear.talksGarbage();
            case PROVIDER_NEVER_ANSWERS -> ProviderUnclear.neverAnswers();
            case PROVIDER_REDIRECTS_TO_ANOTHER_HOST -> ProviderUnclear.redirects();
            case EFFECT_APPEARS_AFTER_ACCEPTED_CANCEL -> LateEffect.WHILE_SETTLING;
            case EFFECT_APPEARS_DURING_QUIET_PERIOD -> LateEffect.IN_QUIET_PERIOD;
            case EFFECT_APPEARS_AFTER_RECEIPT -> LateEffect.AFTER_RECEIPT;
            case MESSAGE_IS_DELIVERED_TO_TWO_WORKERS -> new TwoDeliveries();
            case SILENT_WORKER_WAKES_AFTER_STOP -> new SilentWorker();
            case TWO_OPERATORS_STOP_AT_ONCE -> new TwoOperators();
            case CHILD_IS_CREATED_DURING_STOP -> new ChildDuringStop();
            case PROMOTION_RACES_THE_STOP -> new PromotionRace();
            case LEASE_EXPIRES_MID_FLIGHT -> new LeaseMidFlight();
            case FINISHED_RUN_IS_STOPPED -> new FinishedRun();
            case SERVER_IS_KILLED_AFTER_EACH_BARRIER_STEP -> new KilledAtEachStep();
            case LOCAL_COMMAND_OUTLIVES_STOP -> new CommandOutlivesStop();
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
