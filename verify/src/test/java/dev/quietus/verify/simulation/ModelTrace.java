package dev.quietus.verify.simulation;

import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The actions of {@code spec/stop.pml} as a small machine that reads a tree's chain of events: each
 * event is an action of the model, and must be enabled there. What the model leaves out (time, the
 * provider's own truth, sizes, stops of single tools) is left out here; its guards are not.
 */
final class ModelTrace {
    private final ModelState state = new ModelState();

    /** Reads a chain; returns the first event that the model does not allow, with the guard. */
    static Optional<String> refuses(List<Event> chain) {
        ModelTrace model = new ModelTrace();
        for (Event event : chain) {
            Optional<String> wrong = model.action(event.draft());
            if (wrong.isPresent()) {
                return Optional.of(event.seq() + " " + EventLine.of(event) + ": " + wrong.get());
            }
        }
        return Optional.empty();
    }

    private Optional<String> action(EventDraft draft) {
        return switch (draft.type()) {
            case RUN_REGISTERED -> registered(draft);
            case RUN_PROMOTED -> {
                boolean revoked = state.revoked(draft.run());
                state.parents.remove(draft.run());
                yield unless(!revoked, "Promoter: !revoked");
            }
            case OPERATION_ACCEPTED -> {
                ModelState.Work work = new ModelState.Work();
                work.effectFree = "none".equals(draft.data().get("effects"));
                state.works.put(draft.operation().orElseThrow(), work);
                yield Optional.empty();
            }
            case OPERATION_BEGUN -> begun(draft.operation().orElseThrow());
            case OPERATIONS_CANCELLED -> takenOut(draft);
            case OPERATION_REJECTED, OPERATION_DENIED -> denied(draft);
            case OPERATION_FINISHED, LATE_RESULT -> finished(draft);
            case RETRY_SCHEDULED -> retry(draft.operation().orElseThrow());
            case STOP_REQUESTED -> requested(draft);
            case BARRIER_MOVED -> moved(draft);
            case OPERATION_SETTLED -> settled(draft);
            case EFFECT_OBSERVED -> observed(draft);
            case OUTCOME_UNKNOWN -> unknown(draft.operation().orElseThrow());
            case RECEIPT_ISSUED -> issued(draft);
            case RECEIPT_CONTRADICTED -> contradicted(draft);
            default -> Optional.empty();
        };
    }

    private static Optional<String> unless(boolean enabled, String guard) {
        return enabled ? Optional.empty() : Optional.of("not enabled: " + guard);
    }

    private Optional<String> registered(EventDraft draft) {
        Optional.ofNullable(draft.data().get("parent_run_id"))
                .ifPresent(parent -> state.parents.put(draft.run(), new RunId(parent.toString())));
        return unless(!state.revoked(draft.run()), "a child of a revoked run is refused");
    }

    private Optional<String> begun(OperationKey key) {
        if (state.work(key).isEmpty()) {
            return Optional.empty();
        }
        ModelState.Work work = state.work(key).orElseThrow();
        boolean enabled = work.exec == ModelState.Exec.QUEUED && !state.revoked(key.run());
        work.exec = ModelState.Exec.RUNNING;
        work.begun = true;
        work.settled = ModelState.Settled.OPEN;
        return unless(enabled, "Worker: exec[o] == queued && MAY_BEGIN(o)");
    }

    private Optional<String> takenOut(EventDraft draft) {
        if (!(draft.data().get("operations") instanceof List<?> ids)) {
            return Optional.empty();
        }
        for (Object id : ids) {
            String written = id.toString();
            int slash = written.indexOf('/');
            OperationKey key = slash < 0
                    ? OperationKey.of(draft.run().value(), written)
                    : OperationKey.of(written.substring(0, slash), written.substring(slash + 1));
            Optional<ModelState.Work> work = state.work(key);
            if (work.isPresent()) {
                if (work.get().exec != ModelState.Exec.QUEUED) {
                    return Optional.of("not enabled: Node: sweeping && exec[o] == queued, " + key);
                }
                work.get().exec = ModelState.Exec.CANCELLED_BEFORE;
            }
        }
        return Optional.empty();
    }

    /** A no that stays: the model has one word for all that never starts. */
    private Optional<String> denied(EventDraft draft) {
        Object named = draft.data().getOrDefault("state", "");
        if (named.equals("denied") || named.equals("rejected")) {
            draft.operation()
                    .flatMap(state::work)
                    .ifPresent(work -> work.exec = ModelState.Exec.CANCELLED_BEFORE);
        }
        return Optional.empty();
    }

    private Optional<String> finished(EventDraft draft) {
        state.work(draft.operation().orElseThrow()).ifPresent(work -> {
            boolean succeeded = "succeeded".equals(draft.data().get("outcome"));
            if (work.exec == ModelState.Exec.RUNNING
                    || work.exec == ModelState.Exec.ENDED && succeeded) {
                work.exec = succeeded ? ModelState.Exec.SUCCEEDED : ModelState.Exec.ENDED;
            }
            boolean doubts = succeeded || "present".equals(draft.data().get("effect"));
            if (doubts && work.settled == ModelState.Settled.WITHOUT_EFFECT) {
                work.settled = ModelState.Settled.OPEN;
            }
            if (work.effectFree && work.settled != ModelState.Settled.WITHOUT_EFFECT) {
                work.settled = ModelState.Settled.COMPLETED;
            }
        });
        return Optional.empty();
    }

    private Optional<String> retry(OperationKey key) {
        boolean enabled = state.work(key)
                        .filter(work -> work.exec == ModelState.Exec.RUNNING)
                        .isPresent()
                && !state.revoked(key.run());
        state.work(key).ifPresent(work -> {
            work.exec = ModelState.Exec.QUEUED;
            if (work.effectFree) {
                work.settled = ModelState.Settled.COMPLETED;
            }
        });
        return unless(enabled, "a retry of what runs, and is not stopped");
    }

    private Optional<String> requested(EventDraft draft) {
        if (!"everything".equals(draft.data().get("selector"))) {
            return Optional.empty();
        }
        Set<RunId> scope = new HashSet<>(Set.of(draft.run()));
        state.parents.keySet().stream()
                .filter(run -> state.path(run).contains(draft.run()))
                .forEach(scope::add);
        boolean first = state.stopped.add(draft.run());
        state.stops.put(draft.barrier().orElseThrow(), new ModelState.Stop(scope));
        return unless(first, "Operator: barrier == none");
    }

    private Optional<ModelState.Stop> stop(EventDraft draft) {
        return draft.barrier().flatMap(id -> Optional.ofNullable(state.stops.get(id)));
    }

    private Optional<String> moved(EventDraft draft) {
        Optional<ModelState.Stop> found = stop(draft);
        Object named = draft.data().getOrDefault("state", "");
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ModelState.Stop stop = found.get();
        if (named.equals("quiet")) {
            boolean enabled = stop.step == ModelState.Step.SETTLING
                    && !state.pending(stop)
                    && !state.unknowns(stop);
            stop.step = ModelState.Step.QUIET;
            return unless(enabled, "Node: settling && !PENDING && !UNKNOWNS");
        }
        if (named.equals("settling")) {
            stop.step = ModelState.Step.SETTLING;
        }
        return Optional.empty();
    }

    private Optional<String> settled(EventDraft draft) {
        OperationKey key = draft.operation().orElseThrow();
        Optional<ModelState.Work> found = state.work(key);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ModelState.Work work = found.get();
        boolean completed = "completed_and_verified".equals(draft.data().get("settled_state"));
        boolean person = draft.data().getOrDefault("by", "").toString().startsWith("operator:");
        boolean enabled =
                work.unsettled() || completed && work.settled == ModelState.Settled.WITHOUT_EFFECT;
        work.settled = completed ? ModelState.Settled.COMPLETED : ModelState.Settled.WITHOUT_EFFECT;
        if (completed
                && (work.exec == ModelState.Exec.RUNNING || work.exec == ModelState.Exec.QUEUED)) {
            work.exec = ModelState.Exec.SUCCEEDED;
        } else if (work.exec == ModelState.Exec.RUNNING) {
            work.exec = ModelState.Exec.ENDED;
        }
        // A person's word and a look outside a stop, which comes after quiet, are not looked at
        // again.
        work.confirmed = person || draft.barrier().isEmpty();
        return unless(enabled, "look: UNSETTLED(o)");
    }

    /** A look at what shows no effect: in quiet it is the one that TO_CONFIRM waits for. */
    private Optional<String> observed(EventDraft draft) {
        OperationKey key = draft.operation().orElseThrow();
        boolean absent = "none".equals(draft.data().get("observed"));
        state.work(key)
                .filter(work -> absent && work.settled == ModelState.Settled.WITHOUT_EFFECT)
                .ifPresent(work -> work.confirmed = true);
        return Optional.empty();
    }

    private Optional<String> unknown(OperationKey key) {
        Optional<ModelState.Work> found = state.work(key);
        boolean enabled = found.isEmpty()
                || found.get().begun && found.get().settled != ModelState.Settled.COMPLETED;
        found.ifPresent(work -> work.settled = ModelState.Settled.UNKNOWN);
        return unless(enabled, "giveUp: UNSETTLED(o)");
    }

    private Optional<String> issued(EventDraft draft) {
        Optional<ModelState.Stop> found = stop(draft);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ModelState.Stop stop = found.get();
        if ("stopped_and_quiet".equals(draft.data().get("decision"))) {
            boolean enabled = stop.step == ModelState.Step.QUIET
                    && !state.pending(stop)
                    && !state.unknowns(stop)
                    && !state.toConfirm(stop);
            stop.step = ModelState.Step.CERTIFIED;
            return unless(enabled, "Node: quiet && !PENDING && !UNKNOWNS && LOOKED_AGAIN");
        }
        boolean enabled = stop.step == ModelState.Step.SETTLING
                && !state.pending(stop)
                && state.unknowns(stop);
        stop.step = ModelState.Step.INCOMPLETE;
        return unless(enabled, "Node: settling && !PENDING && UNKNOWNS");
    }

    private Optional<String> contradicted(EventDraft draft) {
        Optional<ModelState.Stop> found = stop(draft);
        boolean enabled = found.isEmpty() || found.get().step == ModelState.Step.CERTIFIED;
        found.ifPresent(stop -> stop.step = ModelState.Step.SETTLING);
        return unless(enabled, "a late fact against barrier == certified");
    }
}
