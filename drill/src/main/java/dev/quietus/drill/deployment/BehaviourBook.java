package dev.quietus.drill.deployment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which behaviours hold: those of the run where it has its own, else those of everybody. Guarded by
 * the lock of the {@link Register} that owns it.
 */
final class BehaviourBook {
    /** The most runs that can have behaviours of their own. */
    static final int MAX_RUNS = 10_000;

    private Behaviours everybody = Behaviours.none();
    private final Map<String, Behaviours> byRun = new LinkedHashMap<>();

    /** What holds for a run, or for a request that belongs to none. */
    Behaviours of(Optional<String> runId) {
        return runId.map(byRun::get).map(own -> own.over(everybody)).orElse(everybody);
    }

    /** What was set for exactly this scope. */
    Behaviours scope(Optional<String> runId) {
        return runId.map(run -> byRun.getOrDefault(run, Behaviours.none())).orElse(everybody);
    }

    /** Every run with behaviours of its own. */
    Map<String, Behaviours> runs() {
        return Collections.unmodifiableMap(byRun);
    }

    /** Tells whether another run can have behaviours of its own. */
    boolean takes(Optional<String> runId) {
        return runId.isEmpty() || byRun.containsKey(runId.get()) || byRun.size() < MAX_RUNS;
    }

    /** Replaces what was set for exactly this scope. */
    void set(Optional<String> runId, Behaviours behaviours) {
        runId.ifPresentOrElse(run -> byRun.put(run, behaviours), () -> everybody = behaviours);
    }

    /** The scope whose 429 the next request of this run gets, if any. */
    Optional<Scope> throttled(Optional<String> runId) {
        boolean own = scope(runId).settings().containsKey(Behaviour.RETRY_AFTER_REQUESTS);
        Scope scope = own ? new Scope(runId, scope(runId)) : new Scope(Optional.empty(), everybody);
        return scope.behaviours().on(Behaviour.RETRY_AFTER_REQUESTS)
                ? Optional.of(scope)
                : Optional.empty();
    }

    void clear() {
        everybody = Behaviours.none();
        byRun.clear();
    }

    /**
     * Behaviours with the scope in which they were set.
     *
     * @param runId the run; none for everybody
     * @param behaviours what was set
     */
    record Scope(Optional<String> runId, Behaviours behaviours) {}
}
