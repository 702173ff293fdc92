package dev.quietus.core.barrier;

import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** How facts from outside the engine move a barrier: they restart quiet and can reopen it. */
public final class BarrierMoves {
    private BarrierMoves() {}

    /** The barrier after a start that it refused; a receipt already given stands. */
    public static Barrier lateAttempt(Barrier barrier, Instant now) {
        Barrier counted = barrier.withTally(barrier.tally().plusLateAttempt());
        return barrier.state().open() ? counted.active(now) : counted;
    }

    /**
     * Tells every barrier that has taken the operation in that its settlement changed.
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

    /**
     * The same where the operation was settled before and came out otherwise. Every barrier over it
     * takes it in now, also those that found it settled at their stop: their receipts may rest on
     * that.
     *
     * @param records the transaction
     * @param operation as it is after the change
     * @param what what changed, for the record
     */
    public static void operationContradicted(Records records, Operation operation, String what) {
        List<RunId> path =
                records.pathShared(operation.key().run()).stream().map(Run::id).toList();
        Set<BarrierId> holding = holding(records, operation);
        for (Barrier barrier : records.barriersOf(operation.tree(), path)) {
            if (!holding.contains(barrier.id()) && barrier.covers(operation)) {
                records.capture(barrier.id(), operation);
                records.operation(operation.tree(), operation.key())
                        .ifPresent(found -> records.update(
                                found.change().cancelledBy(barrier.id()).done()));
            }
        }
        operationChanged(records, operation, what);
    }

    /**
     * Takes in what was in flight at a stop and is settled before the sweep has come to it, so that
     * the receipt lists it whoever was faster.
     *
     * @param records the transaction
     * @param path the operation's run and those above it
     * @param before the operation before it was settled
     * @param after the same, settled
     * @return the settled operation, under the barrier that took it in
     */
    public static Operation settledBeforeTheSweep(
            Records records, List<Run> path, Operation before, Operation after) {
        Set<BarrierId> holding = holding(records, before);
        Operation taken = after;
        for (Barrier barrier :
                records.barriersOf(before.tree(), path.stream().map(Run::id).toList())) {
            if (barrier.state().unswept()
                    && barrier.covers(before)
                    && !holding.contains(barrier.id())) {
                records.capture(barrier.id(), before);
                records.append(
                        barrier.tree(),
                        EventDraft.of(EventType.IN_FLIGHT_CAPTURED, barrier.run())
                                .under(barrier.id())
                                .with("operations", List.of(before.key().toString())));
                taken = taken.change().cancelledBy(barrier.id()).done();
            }
        }
        return taken;
    }

    private static Set<BarrierId> holding(Records records, Operation operation) {
        return records.barriersHolding(operation.tree(), operation.key()).stream()
                .map(Barrier::id)
                .collect(Collectors.toSet());
    }

    /** Restarts quiet after a result that changes no settlement; a receipt already given stands. */
    public static void resultCame(Records records, Operation operation) {
        for (Barrier barrier : records.barriersHolding(operation.tree(), operation.key())) {
            if (barrier.state().open()) {
                records.update(barrier.active(records.now()));
            }
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
            case QUIET, CERTIFIED, INCOMPLETE -> true;
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
        if (barrier.state() == BarrierState.CERTIFIED
                && barrier.selector() instanceof Selector.Everything) {
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
