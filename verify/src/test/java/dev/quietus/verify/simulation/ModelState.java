package dev.quietus.verify.simulation;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The variables of {@code spec/stop.pml} and the guards over them, for any number of each. */
final class ModelState {
    enum Exec {
        QUEUED,
        RUNNING,
        SUCCEEDED,
        ENDED,
        CANCELLED_BEFORE
    }

    enum Settled {
        OPEN,
        WITHOUT_EFFECT,
        COMPLETED,
        UNKNOWN
    }

    enum Step {
        REQUESTED,
        SETTLING,
        QUIET,
        CERTIFIED,
        INCOMPLETE
    }

    /** The model's variables of one operation. */
    static final class Work {
        Exec exec = Exec.QUEUED;
        Settled settled = Settled.OPEN;
        boolean begun;
        boolean effectFree;
        boolean confirmed;

        boolean unsettled() {
            return begun && (settled == Settled.OPEN || settled == Settled.UNKNOWN);
        }
    }

    /** The model's variables of one barrier over everything. */
    static final class Stop {
        final Set<RunId> scope;
        Step step = Step.REQUESTED;

        Stop(Set<RunId> scope) {
            this.scope = scope;
        }
    }

    final Map<RunId, RunId> parents = new HashMap<>();
    final Map<OperationKey, Work> works = new LinkedHashMap<>();
    final Map<BarrierId, Stop> stops = new LinkedHashMap<>();
    final Set<RunId> stopped = new HashSet<>();

    List<RunId> path(RunId run) {
        List<RunId> path = new ArrayList<>();
        Optional<RunId> at = Optional.of(run);
        while (at.isPresent()) {
            path.add(at.get());
            at = Optional.ofNullable(parents.get(at.get()));
        }
        return path;
    }

    /** PATH_REVOKED. */
    boolean revoked(RunId run) {
        return stops.values().stream().anyMatch(stop -> stop.scope.contains(run));
    }

    Optional<Work> work(OperationKey key) {
        return Optional.ofNullable(works.get(key));
    }

    boolean pending(Stop stop) {
        return works.entrySet().stream()
                .filter(entry -> stop.scope.contains(entry.getKey().run()))
                .map(Map.Entry::getValue)
                .anyMatch(work ->
                        work.exec == Exec.QUEUED || work.begun && work.settled == Settled.OPEN);
    }

    boolean unknowns(Stop stop) {
        return works.entrySet().stream()
                .filter(entry -> stop.scope.contains(entry.getKey().run()))
                .anyMatch(entry -> entry.getValue().settled == Settled.UNKNOWN);
    }

    boolean toConfirm(Stop stop) {
        return works.entrySet().stream()
                .filter(entry -> stop.scope.contains(entry.getKey().run()))
                .anyMatch(entry -> entry.getValue().settled == Settled.WITHOUT_EFFECT
                        && entry.getValue().begun
                        && !entry.getValue().confirmed);
    }
}
