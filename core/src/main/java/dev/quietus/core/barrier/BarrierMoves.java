package dev.quietus.core.barrier;

import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunState;

import java.time.Instant;
import java.util.Optional;

/** How facts from outside the engine move a barrier: they restart quiet and can reopen it. */
public final class BarrierMoves {
    private BarrierMoves() {}

    /** The barrier after a start that it refused; a receipt already given stands. */
    public static Barrier lateAttempt(Barrier barrier, Instant now) {
        Barrier counted = barrier.withTally(barrier.tally().plusLateAttempt());
        return barrier.state().open() ? counted.active(now) : counted;
    }

    /**
     * Tells every barrier that has taken the operation in that something about it changed.
     *
     * @param records the transaction
     * @param operation as it is after the change
     * @param what what changed, for the record
     */
    public static void operationChanged(Records records, Operation operation, String what) {
        for (Barrier barrier : records.barriersHolding(operation.tree(), operation.key())) {
            moved(records, barrier, operation, what);
        }
    }

    /** Lets the engine look at once where something was learned that settles nothing by itself. */
    public static void operationReported(Records records, Operation operation) {
        for (Barrier barrier : records.barriersHolding(operation.tree(), operation.key())) {
            if (barrier.state().open()) {
                records.update(barrier.nextStepAt(records.now()));
            }
        }
    }

    private static void moved(Records records, Barrier barrier, Operation operation, String what) {
        boolean reopen = switch (barrier.state()) {
            case CERTIFIED, INCOMPLETE -> true;
            case QUIET -> operation.unsettled();
            case REQUESTED, SWEEPING, SIGNALLING, SETTLING -> false;
        };
        Barrier next = barrier.active(records.now());
        if (reopen) {
            next = next.moved(BarrierState.Event.MOVE).withLamps(next.lamps().effectsUnsettled());
            records.append(
                    barrier.tree(),
                    EventDraft.of(
                                    barrier.state() == BarrierState.CERTIFIED
                                            ? EventType.RECEIPT_CONTRADICTED
                                            : EventType.BARRIER_MOVED,
                                    operation.key())
                            .under(barrier.id())
                            .with("revision", barrier.revision())
                            .with("state", dev.quietus.core.Wire.of(next.state()))
                            .with("because", what));
        }
        records.update(next);
        if (barrier.state() == BarrierState.CERTIFIED) {
            reopenRun(records, barrier);
        }
    }

    private static void reopenRun(Records records, Barrier barrier) {
        Optional<Run> run = records.run(barrier.run());
        run.flatMap(found -> RunState.TABLE.next(found.state(), RunState.Event.REOPEN))
                .ifPresent(state ->
                        records.update(run.orElseThrow().withState(state, Optional.empty())));
    }
}
