package dev.quietus.core.authority;

import dev.quietus.core.Text;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;

import java.util.List;
import java.util.Optional;

/**
 * Makes a child run an independent task: a person's decision, possible only before a stop above it.
 * Its lease stays as it is.
 *
 * @param id the child run
 * @param reason why, in the person's words
 * @param requestedBy the person
 */
public record PromoteRun(RunId id, String reason, String requestedBy)
        implements Transaction<LeaseAnswer> {
    /** Checks the reason. */
    public PromoteRun {
        Text.requiredSentence("reason", reason);
    }

    @Override
    public Optional<RunId> concerns() {
        return Optional.of(id);
    }

    @Override
    public LeaseAnswer apply(Records records) {
        List<Run> path = records.pathExclusive(id);
        if (path.isEmpty()) {
            return new LeaseAnswer.Denied(Decision.DENY_UNKNOWN_RUN);
        }
        Run run = path.getFirst();
        if (run.independent()) {
            return run.registeredParent().isPresent()
                    ? new LeaseAnswer.Done(run)
                    : new LeaseAnswer.Refused("it is a root run and independent already");
        }
        if (Authority.revoked(path.subList(1, path.size()))) {
            return new LeaseAnswer.Denied(Decision.DENY_PARENT_REVOKED);
        }
        if (run.lease().revoked()) {
            return new LeaseAnswer.Denied(Decision.DENY_STALE_EPOCH);
        }
        if (path.stream().anyMatch(each -> each.lease().expired(records.now()))
                || run.state() != RunState.RUNNING) {
            return new LeaseAnswer.Denied(Decision.DENY_LEASE_EXPIRED);
        }
        if (unswept(records, run, path)) {
            return new LeaseAnswer.Refused("a stop above it has not yet taken in what of its work "
                    + "is in flight: try again in a moment");
        }
        Run promoted = run.promoted();
        for (Run above : path.subList(1, path.size())) {
            for (var pattern : above.stoppedTools()) {
                promoted = promoted.withStoppedTool(pattern);
            }
        }
        records.update(promoted);
        records.append(
                run.tree(),
                EventDraft.of(EventType.RUN_PROMOTED, id)
                        .with("parent_run_id", run.parent())
                        .with("reason", reason)
                        .with("by", requestedBy));
        return new LeaseAnswer.Done(promoted);
    }

    /** A stop of some tools above finds what it is about by the link that would be cut (S2). */
    private static boolean unswept(Records records, Run run, List<Run> path) {
        List<RunId> above = path.stream().skip(1).map(Run::id).toList();
        return records.barriersOf(run.tree(), above).stream()
                .map(Barrier::state)
                .anyMatch(BarrierState::unswept);
    }
}
