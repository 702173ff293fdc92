package dev.quietus.core.settlement;

import dev.quietus.core.Wire;
import dev.quietus.core.barrier.BarrierMoves;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Foreseen;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationChange;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.run.Run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Appends one observation and lets the settlement rule decide. Under a barrier's claim, or without
 * one for work that no stop has touched.
 *
 * @param fence the claim, empty outside a stop
 * @param key run and operation
 * @param attempt the attempt that was asked about; of a later one the answer says nothing
 * @param ownJob whether what the provider shows of a job could only be of this attempt's job when
 *     it was asked
 * @param profile what the provider declares
 * @param observation what was seen
 * @param begunAt when the question was asked, ledger time
 * @param again how long to wait before the next look, if there is to be one
 */
public record RecordObservation(
        Optional<Fence> fence,
        OperationKey key,
        int attempt,
        boolean ownJob,
        ProviderProfile profile,
        Observation observation,
        Instant begunAt,
        Duration again)
        implements Transaction<RecordObservation.Answer> {

    /** What came of it. */
    public enum Answer {
        /** It is settled, now or before. */
        SETTLED,
        /** It must be looked at again. */
        OPEN,
        /** Another node has the claim, or the operation is gone or has begun anew since. */
        LOST
    }

    @Override
    public Optional<Foreseen> foresees() {
        return Optional.of(Foreseen.of(key).withHolders());
    }

    @Override
    public Answer apply(Records records) {
        if (fence.isPresent() && fence.get().pass(records).isEmpty()) {
            return Answer.LOST;
        }
        List<Run> path = records.pathShared(key.run());
        Optional<Operation> found = path.isEmpty()
                ? Optional.empty()
                : records.operation(path.getFirst().tree(), key);
        if (found.filter(operation -> operation.attempts() == attempt).isEmpty()) {
            return Answer.LOST;
        }
        Operation operation = found.get();
        return switch (operation.settlement()) {
            case Settlement.Settled settled -> confirm(records, operation, settled);
            case Settlement.Open _, Settlement.Unknown _ -> look(records, path, operation);
        };
    }

    private Answer look(Records records, List<Run> path, Operation operation) {
        Optional<SettledState> verdict = SettlementRule.judge(
                        operation, revokedBefore(path), profile, ofThisAttempt(), begunAt)
                .filter(state -> fence.isPresent()
                        || state != SettledState.CANCELLED_WITHOUT_EFFECT
                        || SettlementRule.afterQuiet(operation, profile, observation, begunAt));
        OperationChange change =
                operation.change().looking(seen(records, operation, verdict.isPresent()));
        if (observation instanceof Observation.Present present
                && operation.effectId().isEmpty()) {
            change.effectId(present.effectId());
        }
        verdict.ifPresent(state -> Settling.apply(
                operation,
                change,
                state,
                new Settling.Evidence(
                        records.now(),
                        by(),
                        observation.detail(),
                        fence.isEmpty() ? Optional.of(begunAt) : Optional.empty())));
        Operation after = verdict.isPresent() && fence.isEmpty()
                ? BarrierMoves.settledBeforeTheSweep(records, path, operation, change.done())
                : change.done();
        records.update(after);
        records.append(operation.tree(), event(operation));
        verdict.ifPresent(state -> {
            settled(records, after, state);
            BarrierMoves.operationChanged(records, after, "settled_" + Wire.of(state));
        });
        return verdict.isPresent() ? Answer.SETTLED : Answer.OPEN;
    }

    /**
     * The end of another attempt's job is none of this one's, however well that is known by now.
     */
    private Observation ofThisAttempt() {
        return observation instanceof Observation.Absent(var job, var detail)
                        && job == Observation.JobState.ENDED
                        && !ownJob
                ? new Observation.Absent(Observation.JobState.NOT_SHOWN, detail)
                : observation;
    }

    /**
     * Tells whether the stamp was stale already when the question was asked. Outside a stop that
     * counts for nothing: nobody looks again after the quiet period there (S4).
     */
    private boolean revokedBefore(List<Run> path) {
        return fence.isPresent()
                && path.stream()
                        .flatMap(run -> run.lease().revokedAt().stream())
                        .anyMatch(at -> !at.isAfter(begunAt));
    }

    /** The look after the quiet period: no effect once more, or an effect after all. */
    private Answer confirm(Records records, Operation operation, Settlement.Settled settled) {
        if (settled.state() != SettledState.CANCELLED_WITHOUT_EFFECT) {
            return Answer.SETTLED;
        }
        records.append(operation.tree(), event(operation));
        return switch (observation) {
            case Observation.Absent _ -> {
                // A look that began before, for another barrier or none, is not the one after
                // quiet.
                boolean quiet = !begunAt.isBefore(settled.at().plus(profile.quietPeriod()));
                records.update(operation
                        .change()
                        .settlement(quiet ? settled.confirmed(begunAt) : settled)
                        .looking(seen(records, operation, true))
                        .done());
                yield Answer.SETTLED;
            }
            case Observation.NotKnown _ -> {
                records.update(operation
                        .change()
                        .looking(seen(records, operation, false))
                        .done());
                yield Answer.OPEN;
            }
            case Observation.Present present -> {
                OperationChange change = operation
                        .change()
                        .looking(seen(records, operation, true))
                        .effectId(present.effectId().or(operation::effectId));
                Settling.apply(
                        operation,
                        change,
                        SettledState.COMPLETED_AND_VERIFIED,
                        new Settling.Evidence(
                                records.now(), by(), observation.detail(), Optional.empty()));
                Operation after = change.done();
                records.update(after);
                settled(records, after, SettledState.COMPLETED_AND_VERIFIED);
                BarrierMoves.operationContradicted(
                        records, after, "settled_completed_and_verified");
                yield Answer.SETTLED;
            }
        };
    }

    private void settled(Records records, Operation after, SettledState state) {
        records.append(
                after.tree(),
                EventDraft.of(EventType.OPERATION_SETTLED, key)
                        .under(after.cancelledBy())
                        .with("settled_state", Wire.of(state))
                        .with("by", by())
                        .with("effect_id", after.effectId()));
        if (state == SettledState.COMPLETED_AND_VERIFIED && after.cancelledBy().isPresent()) {
            Recovery.open(
                    records,
                    after,
                    profile,
                    observation instanceof Observation.Present present
                            ? Optional.of("sha256:" + present.digest())
                            : Optional.empty());
        }
    }

    private Looking seen(Records records, Operation operation, boolean rest) {
        Looking looking = operation
                .looking()
                .seen(
                        new Looking.Seen(
                                observation.word(), observation.detail(), begunAt, records.now()),
                        ownJob && observation.job() == Observation.JobState.SEEN,
                        ownJob && observation.job() == Observation.JobState.ENDED);
        return rest ? looking.rest() : looking.nextAt(records.now().plus(again));
    }

    private EventDraft event(Operation operation) {
        return EventDraft.of(EventType.EFFECT_OBSERVED, key)
                .under(operation.cancelledBy())
                .with("observed", observation.word())
                .with("detail", observation.detail())
                .with("asked_at", Wire.time(begunAt))
                .with("job", Wire.of(observation.job()));
    }

    private String by() {
        return "provider:" + profile.name();
    }

    /** How a settled state changes an operation's own states. */
    static final class Settling {
        private Settling() {}

        /**
         * Whose evidence.
         *
         * @param at when it was recorded
         * @param by who showed it
         * @param text what was seen
         * @param confirmedAt when it was seen after a quiet period, if it was
         */
        record Evidence(Instant at, String by, String text, Optional<Instant> confirmedAt) {}

        static void apply(
                Operation operation,
                OperationChange change,
                SettledState state,
                Evidence evidence) {
            change.settlement(new Settlement.Settled(
                    state,
                    evidence.at(),
                    evidence.by(),
                    evidence.text(),
                    evidence.confirmedAt()
                            .filter(_ -> state == SettledState.CANCELLED_WITHOUT_EFFECT)));
            switch (state) {
                case COMPLETED_AND_VERIFIED -> {
                    change.effectWherePossible(EffectState.Event.SHOW_PRESENT)
                            .availableAt(Optional.empty());
                    if (!endedHalfWay(operation)) {
                        change.executionWherePossible(ExecutionState.Event.PROVE_COMPLETED);
                    }
                }
                case CANCELLED_WITHOUT_EFFECT, ENDED_NO_EFFECT_EXPECTED ->
                    change.effectWherePossible(EffectState.Event.SHOW_ABSENT)
                            .executionWherePossible(ExecutionState.Event.PROVE_ENDED);
            }
        }

        /**
         * Whether the worker said that it was cancelled and left an effect: then the effect that is
         * seen is what it left, and does not show that the work was carried out.
         */
        private static boolean endedHalfWay(Operation operation) {
            return operation
                    .attempt()
                    .flatMap(Attempt::result)
                    .filter(result -> result.outcome() == Attempt.Outcome.CANCELLED
                            && result.effect() == Attempt.ReportedEffect.PRESENT)
                    .isPresent();
        }
    }
}
