package dev.quietus.verify.simulation;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.Commit;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who hangs on whom and what each stop is about, by the order of events alone; the rules' own way
 * of finding that out is what is to be checked.
 */
final class Trees {
    private final World world;
    private final Map<RunId, RunId> parents = new HashMap<>();
    private final Map<BarrierId, Stop> stops = new LinkedHashMap<>();

    /** One stop: the runs that it is about, and what it has taken in. */
    record Stop(Barrier asRequested, Set<RunId> scope, Set<OperationKey> captured) {
        BarrierId id() {
            return asRequested.id();
        }

        boolean everything() {
            return asRequested.selector() instanceof Selector.Everything;
        }
    }

    Trees(World world) {
        this.world = world;
    }

    Collection<Stop> stops() {
        return stops.values();
    }

    Stop stop(BarrierId id) {
        return Optional.ofNullable(stops.get(id)).orElseThrow();
    }

    /** The barrier as it is now. */
    Barrier now(Stop stop) {
        return world.ledger().barrier(stop.id());
    }

    boolean covers(Stop stop, Operation operation) {
        return stop.scope().contains(operation.key().run())
                && stop.asRequested().covers(operation);
    }

    /** Tells whether {@code run} hangs below {@code top}, at any depth. */
    boolean below(RunId run, RunId top) {
        Optional<RunId> at = Optional.ofNullable(parents.get(run));
        while (at.isPresent()) {
            if (at.get().equals(top)) {
                return true;
            }
            at = Optional.ofNullable(parents.get(at.get()));
        }
        return false;
    }

    /** Learns from a commit; what its events say must hold already when the rules are asked. */
    void learn(Commit commit) {
        for (Event event : commit.events()) {
            learn(event);
        }
        commit.captured().forEach(each -> stop(each.barrier()).captured().add(each.operation()));
    }

    private void learn(Event event) {
        RunId run = event.draft().run();
        switch (event.draft().type()) {
            case RUN_REGISTERED ->
                Optional.ofNullable(event.draft().data().get("parent_run_id"))
                        .map(parent -> new RunId(parent.toString()))
                        .ifPresent(parent -> hang(run, parent));
            case RUN_PROMOTED -> parents.remove(run);
            case STOP_REQUESTED -> {
                Set<RunId> scope = new HashSet<>(Set.of(run));
                parents.keySet().stream().filter(each -> below(each, run)).forEach(scope::add);
                Barrier barrier = world.ledger().barrier(event.draft().barrier().orElseThrow());
                stops.put(barrier.id(), new Stop(barrier, scope, new HashSet<>()));
            }
            default -> {}
        }
    }

    private void hang(RunId run, RunId parent) {
        parents.put(run, parent);
        for (Stop stop : stops.values()) {
            Promise.S2.holds(
                    !(stop.everything() && stop.scope().contains(parent)),
                    "%s was registered below %s after %s",
                    run,
                    parent,
                    stop.id());
            if (stop.scope().contains(parent)) {
                stop.scope().add(run);
            }
        }
    }
}
