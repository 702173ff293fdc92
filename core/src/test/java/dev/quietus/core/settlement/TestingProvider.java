package dev.quietus.core.settlement;

import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.CapabilityPattern;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A provider that does what a test says. Unless told otherwise it accepts every cancel, and shows
 * exactly the effects that were committed. Answers that are scripted come first, one a call.
 */
public final class TestingProvider implements Provider {
    private ProviderProfile profile;
    private final Deque<CancelAnswer> cancels = new ArrayDeque<>();
    private final Deque<Observation> observations = new ArrayDeque<>();
    private final Set<OperationKey> effects = new HashSet<>();
    private final List<String> calls = new ArrayList<>();
    private Optional<Observation> always = Optional.empty();
    private CancelAnswer usual = new CancelAnswer.Accepted("HTTP 202");
    private RecoveryAnswer recovery = new RecoveryAnswer.Performed("HTTP 200");
    private Consumer<ProviderCall> onCancel = call -> {};
    private Consumer<ProviderCall> onObserve = call -> {};

    /** A provider of all tools below its name, as the project's example declares it. */
    public TestingProvider(String name) {
        profile = new ProviderProfile(
                new ProviderName(name),
                List.of(new CapabilityPattern(name + ".*")),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Optional.of("team-deploys"),
                true,
                true,
                false,
                false,
                false,
                Optional.empty());
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public CancelAnswer cancel(ProviderCall call) {
        calls.add("cancel " + call.key());
        onCancel.accept(call);
        return cancels.isEmpty() ? usual : cancels.removeFirst();
    }

    @Override
    public Observation observe(ProviderCall call) {
        calls.add("observe " + call.key());
        onObserve.accept(call);
        if (!observations.isEmpty()) {
            return observations.removeFirst();
        }
        return always.orElseGet(() ->
                effects.contains(call.key()) ? present() : absent(Observation.JobState.NOT_SHOWN));
    }

    @Override
    public RecoveryAnswer recover(ProviderCall call) {
        calls.add("recover " + call.key());
        return recovery;
    }

    /** The effect of an operation, as this provider shows it. */
    public static Observation present() {
        return present(Observation.JobState.NOT_SHOWN);
    }

    /** The same with what is seen of the job. */
    public static Observation present(Observation.JobState job) {
        return new Observation.Present(
                Optional.of("reservation-1"), "0".repeat(64), job, "1 reservation");
    }

    /** No effect, with what is seen of the job. */
    public static Observation absent(Observation.JobState job) {
        return new Observation.Absent(job, "no reservation");
    }

    /** Nothing usable. */
    public static Observation notKnown() {
        return new Observation.NotKnown(0, "HTTP 503");
    }

    /** Every call so far, as {@code cancel RUN/OPERATION} or {@code observe RUN/OPERATION}. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** How many cancels were asked for. */
    public long cancels() {
        return calls.stream().filter(call -> call.startsWith("cancel ")).count();
    }

    /** The effect of this operation is there from now on. */
    public void commit(String key) {
        effects.add(key(key));
    }

    /** Takes the effect away again, as an undo would. */
    public void withdraw(String key) {
        effects.remove(key(key));
    }

    private static OperationKey key(String written) {
        String[] parts = written.split("/", 2);
        return OperationKey.of(parts[0], parts[1]);
    }

    /** Answers the next cancels like this, one each. */
    public TestingProvider answersCancel(CancelAnswer... answers) {
        cancels.addAll(List.of(answers));
        return this;
    }

    /** Answers all other cancels like this. */
    public TestingProvider usuallyAnswersCancel(CancelAnswer answer) {
        usual = answer;
        return this;
    }

    /** Shows this to the next looks, one each. */
    public TestingProvider shows(Observation... answers) {
        observations.addAll(List.of(answers));
        return this;
    }

    /** Shows this to all other looks. */
    public TestingProvider alwaysShows(Observation observation) {
        always = Optional.of(observation);
        return this;
    }

    /** Its status can't be seen from now on. */
    public void breaks() {
        always = Optional.of(notKnown());
    }

    /** Shows what is there again. */
    public void heals() {
        always = Optional.empty();
    }

    /** Answers recoveries like this. */
    public void answersRecovery(RecoveryAnswer answer) {
        recovery = answer;
    }

    /** Does this while it is asked to cancel, before it answers. */
    public void whileCancelling(Consumer<ProviderCall> what) {
        onCancel = what;
    }

    /** Does this while it is looked at, before it answers. */
    public void whileObserving(Consumer<ProviderCall> what) {
        onObserve = what;
    }

    /** Declares other periods. */
    public TestingProvider periods(Duration quiet, Duration settle, Duration reobserve) {
        return declared(new ProviderProfile(
                profile.name(),
                profile.tools(),
                quiet,
                settle,
                reobserve,
                profile.reconcileOwner(),
                profile.cancels(),
                profile.observes(),
                profile.showsEnd(),
                profile.idempotentCancel(),
                profile.fencesEpoch(),
                profile.recovery()));
    }

    /** Declares whether it can be asked to cancel and to be looked at. */
    public TestingProvider can(boolean cancel, boolean observe) {
        return declared(new ProviderProfile(
                profile.name(),
                profile.tools(),
                profile.quietPeriod(),
                profile.settleTimeout(),
                profile.reobserveInterval(),
                profile.reconcileOwner(),
                cancel,
                observe,
                profile.showsEnd(),
                profile.idempotentCancel(),
                profile.fencesEpoch(),
                profile.recovery()));
    }

    /** Declares what its answers allow to conclude. */
    public TestingProvider declares(boolean showsEnd, boolean idempotentCancel, boolean fences) {
        return declared(new ProviderProfile(
                profile.name(),
                profile.tools(),
                profile.quietPeriod(),
                profile.settleTimeout(),
                profile.reobserveInterval(),
                profile.reconcileOwner(),
                profile.cancels(),
                profile.observes(),
                showsEnd,
                idempotentCancel,
                fences,
                profile.recovery()));
    }

    /** Declares who holds its unknowns, and a way to take effects back. */
    public TestingProvider people(Optional<String> reconcileOwner, Optional<RecoveryPath> path) {
        return declared(new ProviderProfile(
                profile.name(),
                profile.tools(),
                profile.quietPeriod(),
                profile.settleTimeout(),
                profile.reobserveInterval(),
                reconcileOwner,
                profile.cancels(),
                profile.observes(),
                profile.showsEnd(),
                profile.idempotentCancel(),
                profile.fencesEpoch(),
                path));
    }

    private TestingProvider declared(ProviderProfile other) {
        profile = other;
        return this;
    }
}
