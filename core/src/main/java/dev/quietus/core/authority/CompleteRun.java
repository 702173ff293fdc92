package dev.quietus.core.authority;

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
 * Ends a run by its own word. Refused while it has work that is not finished or children that run:
 * a run that is done has nothing left that could start.
 *
 * @param id the run
 * @param requestedBy who says so
 */
public record CompleteRun(RunId id, String requestedBy) implements Transaction<LeaseAnswer> {
    private static final int CHILDREN_LOOKED_AT = 1_000;

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
        if (run.state() == RunState.COMPLETED) {
            return new LeaseAnswer.Done(run);
        }
        if (Authority.revoked(path.subList(1, path.size()))) {
            return new LeaseAnswer.Denied(Decision.DENY_PARENT_REVOKED);
        }
        if (run.lease().revoked()) {
            return new LeaseAnswer.Denied(Decision.DENY_STALE_EPOCH);
        }
        if (run.state() == RunState.EXPIRED) {
            return new LeaseAnswer.Denied(Decision.DENY_LEASE_EXPIRED);
        }
        long unfinished = records.unfinished(id);
        if (unfinished > 0) {
            return new LeaseAnswer.Refused(unfinished
                    + " of its operations are not finished: finish them, or stop " + "the run");
        }
        long children = records.children(run.tree(), id, CHILDREN_LOOKED_AT).stream()
                .filter(child -> child.state() == RunState.RUNNING)
                .count();
        if (children > 0) {
            return new LeaseAnswer.Refused(children
                    + " of its child runs still run: complete, promote or stop them first");
        }
        Run completed = run.withState(
                RunState.TABLE.require(run.state(), RunState.Event.COMPLETE),
                Optional.of(records.now()));
        records.update(completed);
        records.append(
                run.tree(), EventDraft.of(EventType.RUN_COMPLETED, id).with("by", requestedBy));
        return new LeaseAnswer.Done(completed);
    }
}
