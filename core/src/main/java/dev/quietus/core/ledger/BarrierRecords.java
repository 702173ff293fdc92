package dev.quietus.core.ledger;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Swept;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import dev.quietus.core.settlement.ProviderName;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The rows that a stop reads and writes. The scope of a barrier is its run and every run below it
 * by the authority link, restricted by its selector.
 */
public interface BarrierRecords {
    /** The barrier, locked until the commit. */
    Optional<Barrier> barrier(BarrierId id);

    /** The barrier of this run with this selector, locked until the commit. */
    Optional<Barrier> barrierOf(RunId run, Selector selector);

    /** All barriers of these runs, oldest first, locked until the commit. */
    List<Barrier> barriersOf(TreeId tree, List<RunId> runs);

    /** All barriers that have taken this operation in, locked until the commit. */
    List<Barrier> barriersHolding(TreeId tree, OperationKey key);

    /** An open, unclaimed barrier whose next step is due, locked until the commit. */
    Optional<Barrier> barrierDue();

    /** Open barriers under a claim that has not run out, locked until the commit. */
    List<Barrier> barriersClaimed(int limit);

    /** When the next step of any open barrier is due, if there is one. */
    Optional<Instant> nextBarrierStep();

    /** Writes a new barrier. */
    void insert(Barrier barrier);

    /** Writes a changed barrier. */
    void update(Barrier barrier);

    /** Active runs of the scope below the barrier's own run, at most {@code limit}. */
    List<Run> activeBelow(Barrier barrier, int limit);

    /** Those of some runs of the scope that are active. */
    List<Run> active(Barrier barrier, List<RunId> runs);

    /** Moves the runs of the scope that are cancelling to cancelled. */
    void certifyRuns(Barrier barrier);

    /**
     * Marks operations of the scope that have not started as {@code cancelled_before_start} by this
     * barrier, at most {@code limit}, and returns them.
     */
    List<Swept> cancelNotStarted(Barrier barrier, int limit);

    /**
     * The runs of the scope with operations that wait: have not started, and have no earlier
     * attempt that is still to be taken in. A run is named once for each of them, at most
     * {@code limit} times in all.
     */
    List<RunId> waiting(Barrier barrier, int limit);

    /**
     * Like {@link #cancelNotStarted}, for {@linkplain #waiting waiting} operations of some runs of
     * the scope: the others are not looked through.
     */
    List<Swept> cancelWaiting(Barrier barrier, List<RunId> runs, int limit);

    /**
     * Begun operations of the scope that the barrier has not taken in and that are unsettled, or
     * settled provisionally under another barrier ({@code Settled.provisional}).
     */
    List<Operation> uncaptured(Barrier barrier, int limit);

    /** Takes one operation in. */
    void capture(BarrierId barrier, Operation operation);

    /** What the scope holds now. */
    ScopeCounts counts(Barrier barrier);

    /** Taken-in operations that are unsettled and due to be looked at, at most {@code limit}. */
    List<Operation> inFlightDue(Barrier barrier, int limit);

    /** When the next of them is due, if any is unsettled. */
    Optional<Instant> nextInFlightLook(Barrier barrier);

    /** Taken-in operations settled as without effect and not seen again since {@code since}. */
    List<Operation> unconfirmed(Barrier barrier, Instant since, int limit);

    /** Everything the barrier has taken in, in order of capture, at most {@code limit}. */
    List<InFlight> inFlight(BarrierId barrier, int limit);

    /** How everything that the barrier has taken in came out, counted over all of its rows. */
    Outcomes outcomes(BarrierId barrier);

    /** Makes everything unsettled that the barrier has taken in due to be looked at now. */
    void wakeInFlight(BarrierId barrier);

    /** The tools and named providers that had work of this scope. */
    List<Involved> involved(Barrier barrier);

    /**
     * A tool and the provider its operations named.
     *
     * @param tool the tool
     * @param provider the provider, where an operation named one
     */
    record Involved(ToolName tool, Optional<ProviderName> provider) {}

    /** Writes a new receipt. */
    void insert(IssuedReceipt receipt);

    /** The newest receipt of the barrier. */
    Optional<IssuedReceipt> newestReceipt(BarrierId barrier);
}
