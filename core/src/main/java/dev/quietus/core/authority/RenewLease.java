package dev.quietus.core.authority;

import dev.quietus.core.Wire;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Moves the end of a lease that still lives; never beyond its parent's (S10), never back to life.
 *
 * @param id the run
 * @param until its new end
 * @param requestedBy who asks
 */
public record RenewLease(RunId id, Instant until, String requestedBy)
        implements Transaction<LeaseAnswer> {
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
        Instant now = records.now();
        if (Authority.revoked(path.subList(1, path.size()))) {
            return new LeaseAnswer.Denied(Decision.DENY_PARENT_REVOKED);
        }
        if (run.lease().revoked()) {
            return new LeaseAnswer.Denied(Decision.DENY_STALE_EPOCH);
        }
        if (run.lease().expired(now) || run.state() != RunState.RUNNING) {
            return new LeaseAnswer.Denied(Decision.DENY_LEASE_EXPIRED);
        }
        if (!now.isBefore(until)) {
            return new LeaseAnswer.Refused("valid_until " + Wire.time(until) + " is in the past");
        }
        if (path.size() > 1 && until.isAfter(path.get(1).lease().validUntil())) {
            return new LeaseAnswer.Refused("valid_until " + Wire.time(until)
                    + " is later than that of parent '" + path.get(1).id() + "' ("
                    + Wire.time(path.get(1).lease().validUntil()) + ")");
        }
        if (until.equals(run.lease().validUntil())) {
            return new LeaseAnswer.Done(run);
        }
        if (until.isBefore(run.lease().validUntil())
                && !records.children(run.tree(), id, 1).isEmpty()) {
            return new LeaseAnswer.Refused(
                    "a run with children can't have its lease shortened: theirs would be "
                            + "longer; stop it instead");
        }
        Run renewed = run.withLease(run.lease().until(until));
        records.update(renewed);
        records.append(
                run.tree(),
                EventDraft.of(EventType.LEASE_RENEWED, id)
                        .with("valid_until", Wire.time(until))
                        .with("by", requestedBy));
        return new LeaseAnswer.Done(renewed);
    }
}
