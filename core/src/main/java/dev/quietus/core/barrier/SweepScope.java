package dev.quietus.core.barrier;

import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationChange;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.settlement.Policy;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.ProviderProfile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One batch of the sweep: marks leases below as revoked, takes out what has not started, and takes
 * in what is in flight. Safe to repeat: a row is changed and counted once.
 *
 * @param fence the claim
 * @param providers for the budgets of what is in flight
 * @param policy the periods of work without a provider
 */
public record SweepScope(Fence fence, ProviderDirectory providers, Policy policy)
        implements Transaction<SweepScope.Answer> {
    /**
     * The most runs or operations that one batch changes: so few that others who write meanwhile
     * wait a moment only, however much there is to cancel.
     */
    public static final int BATCH = 128;

    /** What came of it. */
    public enum Answer {
        /** There may be more to do. */
        MORE,
        /** Nothing that has not started is left in scope. */
        DONE,
        /** Another node has the claim. */
        LOST
    }

    @Override
    public Answer apply(Records records) {
        Optional<Barrier> held = fence.pass(records);
        if (held.isEmpty()) {
            return Answer.LOST;
        }
        Barrier barrier = RevokeBelow.started(held.get());
        Barrier before = barrier;
        barrier = revokeBelow(records, barrier);
        // First what has begun, so that a retry with an earlier attempt is taken in as it was.
        List<Operation> inFlight = records.uncaptured(barrier, BATCH);
        int captured = captureInFlight(records, barrier, inFlight);
        barrier = quietSinceItWasSettled(barrier, inFlight);
        if (captured < BATCH) {
            barrier = cancelled(records, barrier, records.cancelNotStarted(barrier, BATCH));
        }
        boolean done = captured == 0 && barrier.tally().equals(before.tally());
        if (done && barrier.state() == BarrierState.SWEEPING) {
            barrier = barrier.moved(BarrierState.Event.SWEPT)
                    .withLamps(barrier.lamps().queuedWorkCancelledAt(records.now()));
            records.append(
                    barrier.tree(),
                    EventDraft.of(EventType.BARRIER_MOVED, barrier.run())
                            .under(barrier.id())
                            .with("lamp", "queued_work_cancelled")
                            .with("state", "signalling"));
        }
        records.update(barrier);
        return done ? Answer.DONE : Answer.MORE;
    }

    private static Barrier revokeBelow(Records records, Barrier barrier) {
        return barrier.selector() instanceof Selector.Everything
                ? RevokeBelow.revoked(records, barrier, records.activeBelow(barrier, BATCH))
                : barrier;
    }

    /** Counts and records what was taken out. */
    static Barrier cancelled(Records records, Barrier barrier, List<Swept> swept) {
        if (swept.isEmpty()) {
            return barrier;
        }
        Tally tally = barrier.tally();
        List<String> ids = new ArrayList<>();
        for (Swept each : swept) {
            tally = tally.plus(each.sort());
            ids.add(each.key().toString());
        }
        records.append(
                barrier.tree(),
                EventDraft.of(EventType.OPERATIONS_CANCELLED, barrier.run())
                        .under(barrier.id())
                        .with("operations", ids)
                        .with("reason", "stop"));
        return barrier.withTally(tally);
    }

    /**
     * What was given up before a stop took it in gets this stop's budget where its provider can
     * still be asked: nobody has asked to cancel it yet. What a stop gave up stays given up.
     */
    private static Looking budgeted(
            Operation operation,
            Looking looking,
            boolean first,
            Optional<ProviderProfile> profile,
            Instant until) {
        if (operation.heldUnknown()) {
            boolean asked = first
                    && operation.work().effects() == Effects.EXPECTED
                    && profile.filter(ProviderProfile::observes).isPresent();
            return asked ? looking.deadline(until) : looking;
        }
        return first ? looking.deadline(until) : looking.until(until);
    }

    /**
     * What another barrier has settled provisionally is quiet only since then, however long before
     * that this stop was requested (S4, S6).
     */
    private static Barrier quietSinceItWasSettled(Barrier barrier, List<Operation> inFlight) {
        return inFlight.stream()
                .map(Operation::settlement)
                .filter(Settlement.Settled.class::isInstance)
                .map(settled -> ((Settlement.Settled) settled).at())
                .filter(barrier.lastActivityAt()::isBefore)
                .max(Instant::compareTo)
                .map(barrier::active)
                .orElse(barrier);
    }

    private int captureInFlight(Records records, Barrier barrier, List<Operation> inFlight) {
        Instant now = records.now();
        List<String> ids = new ArrayList<>();
        for (Operation operation : inFlight) {
            records.capture(barrier.id(), operation);
            Optional<ProviderProfile> profile = providers
                    .find(operation.work().provider(), operation.work().tool())
                    .map(Provider::profile);
            Instant until = now.plus(policy.budget(barrier.settleTimeout(), profile));
            boolean first = operation
                    .cancelledBy()
                    .filter(id -> !id.equals(barrier.id()))
                    .isEmpty();
            OperationChange change = operation.change().cancelledBy(barrier.id());
            if (operation.unsettled()) {
                Looking looking = operation.looking().nextAt(now);
                change.looking(budgeted(operation, looking, first, profile, until));
            }
            records.update(change.done());
            ids.add(operation.key().toString());
        }
        if (!ids.isEmpty()) {
            records.append(
                    barrier.tree(),
                    EventDraft.of(EventType.IN_FLIGHT_CAPTURED, barrier.run())
                            .under(barrier.id())
                            .with("operations", ids));
        }
        return ids.size();
    }
}
