package dev.quietus.core.settlement;

import dev.quietus.core.Text;
import dev.quietus.core.Wire;
import dev.quietus.core.barrier.BarrierMoves;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Foreseen;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationChange;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.run.Run;

import java.util.List;
import java.util.Optional;

/**
 * A named person resolves an unknown with evidence.
 *
 * @param key run and operation
 * @param as what the person says happened
 * @param evidence how the person knows
 * @param person who says so, from the token
 * @param providers for the declared recovery of a completed effect
 */
public record SettleByHand(
        OperationKey key,
        SettledState as,
        String evidence,
        String person,
        ProviderDirectory providers)
        implements Transaction<SettleByHand.Answer> {
    /** Checks what a person may say. */
    public SettleByHand {
        Text.requiredSentence("evidence", evidence);
        if (as == SettledState.ENDED_NO_EFFECT_EXPECTED) {
            throw new IllegalArgumentException("as is '" + Wire.of(as)
                    + "', allowed are completed_and_verified, cancelled_without_effect");
        }
    }

    /** What came of it. */
    public sealed interface Answer {}

    /**
     * It is settled, now or before in the same way.
     *
     * @param operation as it is now
     */
    public record Done(Operation operation) implements Answer {}

    /**
     * It can't be settled by hand.
     *
     * @param operation as it is now
     * @param why the reason
     */
    public record Refused(Operation operation, String why) implements Answer {}

    /** There is no such operation in the run. */
    public record NoSuchOperation() implements Answer {}

    @Override
    public Optional<Foreseen> foresees() {
        return Optional.of(Foreseen.of(key).withHolders());
    }

    @Override
    public Answer apply(Records records) {
        List<Run> path = records.pathShared(key.run());
        Optional<Operation> found = path.isEmpty()
                ? Optional.empty()
                : records.operation(path.getFirst().tree(), key);
        if (found.isEmpty()) {
            return new NoSuchOperation();
        }
        Operation operation = found.get();
        if (operation.settlement() instanceof Settlement.Settled settled) {
            return settled.state() == as
                    ? new Done(operation)
                    : new Refused(
                            operation,
                            "it is settled as " + Wire.of(settled.state()) + " by " + settled.by());
        }
        if (operation.attempts() == 0) {
            return new Refused(operation, "it never began, so there is nothing to settle");
        }
        if (operation.execution() == ExecutionState.RUNNING && !operation.heldUnknown()) {
            return new Refused(
                    operation, "it still runs: stop it first, or wait until it counts as unknown");
        }
        OperationChange change = operation.change().looking(operation.looking().rest());
        RecordObservation.Settling.apply(
                operation,
                change,
                as,
                new RecordObservation.Settling.Evidence(
                        records.now(), person, evidence, Optional.empty()));
        Operation settled =
                BarrierMoves.settledBeforeTheSweep(records, path, operation, change.done());
        records.update(settled);
        records.append(
                operation.tree(),
                EventDraft.of(EventType.OPERATION_SETTLED, key)
                        .under(settled.cancelledBy())
                        .with("settled_state", Wire.of(as))
                        .with("by", person)
                        .with("evidence", evidence));
        if (as == SettledState.COMPLETED_AND_VERIFIED && settled.cancelledBy().isPresent()) {
            providers
                    .find(operation.work().provider(), operation.work().tool())
                    .ifPresent(provider ->
                            Recovery.open(records, settled, provider.profile(), Optional.empty()));
        }
        BarrierMoves.operationChanged(records, settled, "settled_by_hand");
        return new Done(settled);
    }
}
