package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.BARRIER;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Lamps;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Tally;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.util.List;

/** How a barrier with its claim, lamps and tally lies in one row. */
final class BarrierShape {
    static final Words<BarrierState> STATE = new Words<>(BarrierState.class);

    static final Shape<Barrier> SHAPE = new Shape<>(
            BARRIER,
            List.of(
                    BARRIER.TREE_ID,
                    BARRIER.BARRIER_ID,
                    BARRIER.RUN_ID,
                    BARRIER.SELECTOR,
                    BARRIER.REQUESTED_AT,
                    BARRIER.REQUESTED_BY,
                    BARRIER.REASON,
                    BARRIER.NEW_EPOCH,
                    BARRIER.SETTLE_TIMEOUT_MS,
                    BARRIER.MINIMUM_QUIET_MS,
                    BARRIER.STATE,
                    BARRIER.CLAIM_NUMBER,
                    BARRIER.CLAIM_UNTIL,
                    BARRIER.GENERATION_STOPPED_AT,
                    BARRIER.DISPATCH_STOPPED_AT,
                    BARRIER.QUEUED_WORK_CANCELLED_AT,
                    BARRIER.EFFECTS_SETTLED_AT,
                    BARRIER.LAST_ACTIVITY_AT,
                    BARRIER.DESCENDANT_LEASES_REVOKED,
                    BARRIER.QUEUED_CANCELLED,
                    BARRIER.SCHEDULED_RETRIES_CANCELLED,
                    BARRIER.TIMERS_CANCELLED,
                    BARRIER.APPROVALS_CANCELLED,
                    BARRIER.LATE_ATTEMPTS_DENIED,
                    BARRIER.REVISION,
                    BARRIER.CERTIFIED_AT,
                    BARRIER.NEXT_STEP_AT),
            2,
            List.of(BARRIER.POSITION),
            BarrierShape::write,
            BarrierShape::read);

    private BarrierShape() {}

    private static void write(RowWriter out, Barrier barrier) {
        Lamps lamps = barrier.lamps();
        Tally tally = barrier.tally();
        out.text(barrier.tree().value())
                .text(barrier.id().value())
                .text(barrier.run().value())
                .text(barrier.selector().word())
                .time(barrier.requestedAt())
                .text(barrier.requestedBy())
                .text(barrier.reason())
                .number(barrier.newEpoch())
                .duration(barrier.settleTimeout())
                .duration(barrier.minimumQuiet())
                .word(STATE, barrier.state())
                .number(barrier.claim().number())
                .time(barrier.claim().until())
                .time(lamps.generationStopped())
                .time(lamps.dispatchStopped())
                .time(lamps.queuedWorkCancelled())
                .time(lamps.effectsSettled())
                .time(barrier.lastActivityAt())
                .number(tally.descendantLeasesRevoked())
                .number(tally.queuedCancelled())
                .number(tally.scheduledRetriesCancelled())
                .number(tally.timersCancelled())
                .number(tally.approvalsCancelled())
                .number(tally.lateAttemptsDenied())
                .number(barrier.revision())
                .time(barrier.certifiedAt())
                .time(barrier.nextStepAt());
    }

    private static Barrier read(RowReader in) {
        TreeId tree = new TreeId(in.text());
        return new Barrier(
                new BarrierId(in.text()),
                tree,
                new RunId(in.text()),
                Selector.parse(in.text()),
                in.time(),
                in.text(),
                in.text(),
                in.number(),
                in.optionalDuration(),
                in.optionalDuration(),
                in.word(STATE),
                new Barrier.Claim(in.number(), in.time()),
                new Lamps(in.optionalTime(), in.time(), in.optionalTime(), in.optionalTime()),
                in.time(),
                new Tally(
                        in.number(),
                        in.number(),
                        in.number(),
                        in.number(),
                        in.number(),
                        in.number()),
                in.integer(),
                in.optionalTime(),
                in.time());
    }
}
