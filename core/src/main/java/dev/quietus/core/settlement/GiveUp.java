package dev.quietus.core.settlement;

import dev.quietus.core.Text;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierMoves;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;

import java.time.Duration;
import java.util.Optional;

/**
 * Records that the budget for finding an outcome out is spent: it is unknown, and a person holds
 * it. Looking goes on slowly where the provider can be asked, so that it can settle by itself.
 * Without a claim it leaves alone what a barrier has taken in: that has a budget of its own.
 *
 * @param fence the claim, empty outside a stop
 * @param key run and operation
 * @param heldBy the person or team
 * @param why what was tried
 * @param lookAgain how often it is looked at from now on, empty where nobody can be asked
 */
public record GiveUp(
        Optional<Fence> fence,
        OperationKey key,
        String heldBy,
        String why,
        Optional<Duration> lookAgain)
        implements Transaction<Boolean> {
    /** Bounds the texts. */
    public GiveUp {
        Text.requiredSentence("held_by", heldBy);
        Text.requiredSentence("why", why);
    }

    @Override
    public Optional<RunId> concerns() {
        return Optional.of(key.run());
    }

    @Override
    public Boolean apply(Records records) {
        Optional<Barrier> held = fence.flatMap(claim -> claim.pass(records));
        if (fence.isPresent() && held.isEmpty()) {
            return false;
        }
        Optional<Operation> found =
                records.run(key.run()).map(Run::tree).flatMap(tree -> records.operation(tree, key));
        if (found.isEmpty() || found.get().heldUnknown()) {
            return true;
        }
        Operation operation = found.get();
        if (fence.isEmpty() && !records.barriersHolding(operation.tree(), key).isEmpty()) {
            return true;
        }
        if (operation.settlement() instanceof Settlement.Settled settled
                && !unconfirmed(held, operation, settled)) {
            return true;
        }
        Looking spent = operation.looking().deadline(records.now());
        Operation unknown = operation
                .change()
                .executionWherePossible(ExecutionState.Event.LOSE)
                .effectWherePossible(EffectState.Event.GIVE_UP)
                .settlement(new Settlement.Unknown(heldBy, why, records.now()))
                .looking(lookAgain
                        .map(wait -> spent.nextAt(records.now().plus(wait)))
                        .orElse(spent.rest()))
                .done();
        records.update(unknown);
        records.append(
                operation.tree(),
                EventDraft.of(EventType.OUTCOME_UNKNOWN, key)
                        .under(operation.cancelledBy())
                        .with("held_by", heldBy)
                        .with("why", why));
        if (operation.settlement() instanceof Settlement.Settled) {
            BarrierMoves.operationContradicted(records, unknown, "not_confirmed");
        } else {
            BarrierMoves.operationReported(records, unknown);
        }
        return true;
    }

    /**
     * A settled outcome is given up in one case only: a provider showed no effect before the quiet
     * period, and could not be asked after it. What a person said stands, and what somebody else
     * settled or saw since this look began.
     */
    private boolean unconfirmed(
            Optional<Barrier> held, Operation operation, Settlement.Settled settled) {
        boolean notSeenSince = lookAgain.isEmpty()
                || operation
                        .looking()
                        .last()
                        .filter(seen -> seen.word().equals("not_known"))
                        .isPresent();
        return held.filter(barrier -> barrier.state() == BarrierState.QUIET).isPresent()
                && settled.state() == Settlement.SettledState.CANCELLED_WITHOUT_EFFECT
                && settled.byProvider()
                && notSeenSince;
    }
}
