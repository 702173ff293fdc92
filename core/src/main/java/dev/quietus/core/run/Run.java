package dev.quietus.core.run;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One agent execution.
 *
 * @param tree the id of the root run when the tree was made
 * @param id its own id
 * @param registeredParent the run it was registered under, kept for the record
 * @param parent the run its authority hangs on; empty for a root and after a promotion
 * @param taskId what it works on, in the caller's words
 * @param owner the person or team that answers for it
 * @param labels free labels, at most {@link #MAX_LABELS}
 * @param resumes the stopped run that it goes on from
 * @param contentDigest digest of what it was registered with, so that asking again can be told from
 *     asking for something else
 * @param registeredAt ledger time
 * @param state its state
 * @param lease its authority
 * @param epoch its revocation epoch; only grows
 * @param stoppedTools the tools that scoped stops took from it and from every run below it
 * @param endedAt when it completed, expired or was certified as stopped
 */
public record Run(
        TreeId tree,
        RunId id,
        Optional<RunId> registeredParent,
        Optional<RunId> parent,
        Optional<String> taskId,
        String owner,
        Map<String, String> labels,
        Optional<RunId> resumes,
        String contentDigest,
        Instant registeredAt,
        RunState state,
        Lease lease,
        long epoch,
        List<CapabilityPattern> stoppedTools,
        Optional<Instant> endedAt) {
    /** The most labels of one run. */
    public static final int MAX_LABELS = 50;

    /** The deepest a run may hang below its root, so that the check at each start stays short. */
    public static final int MAX_DEPTH = 32;

    /** Copies the collections. */
    public Run {
        labels = java.util.Collections.unmodifiableMap(new TreeMap<>(labels));
        stoppedTools = List.copyOf(stoppedTools);
    }

    /** Tells whether it hangs on no other run's authority. */
    public boolean independent() {
        return parent.isEmpty();
    }

    /** The same in another state. */
    public Run withState(RunState next, Optional<Instant> ended) {
        return new Run(
                tree,
                id,
                registeredParent,
                parent,
                taskId,
                owner,
                labels,
                resumes,
                contentDigest,
                registeredAt,
                next,
                lease,
                epoch,
                stoppedTools,
                ended);
    }

    /** The same with another lease. */
    public Run withLease(Lease next) {
        return new Run(
                tree,
                id,
                registeredParent,
                parent,
                taskId,
                owner,
                labels,
                resumes,
                contentDigest,
                registeredAt,
                state,
                next,
                epoch,
                stoppedTools,
                endedAt);
    }

    /** The same with the next epoch. */
    public Run withNextEpoch() {
        return new Run(
                tree,
                id,
                registeredParent,
                parent,
                taskId,
                owner,
                labels,
                resumes,
                contentDigest,
                registeredAt,
                state,
                lease,
                epoch + 1,
                stoppedTools,
                endedAt);
    }

    /** The same, hanging on nobody's authority any more. */
    public Run promoted() {
        return new Run(
                tree,
                id,
                registeredParent,
                Optional.empty(),
                taskId,
                owner,
                labels,
                resumes,
                contentDigest,
                registeredAt,
                state,
                lease,
                epoch,
                stoppedTools,
                endedAt);
    }

    /** The same without the tools that {@code pattern} names. */
    public Run withStoppedTool(CapabilityPattern pattern) {
        List<CapabilityPattern> more = new java.util.ArrayList<>(stoppedTools);
        more.add(pattern);
        return new Run(
                tree,
                id,
                registeredParent,
                parent,
                taskId,
                owner,
                labels,
                resumes,
                contentDigest,
                registeredAt,
                state,
                lease,
                epoch,
                more,
                endedAt);
    }
}
