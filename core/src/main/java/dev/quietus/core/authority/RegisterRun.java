package dev.quietus.core.authority;

import dev.quietus.core.Text;
import dev.quietus.core.Wire;
import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Lease;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Registers a run or a child run (PROTOCOL.md section 2). A child's lease is contained in its
 * parent's, in capabilities and in time (S10); a child of a revoked run is refused (S2). The same
 * content under the same id again answers the same.
 *
 * @param id the run's id
 * @param parent the run it hangs on
 * @param taskId what it works on
 * @param owner who answers for it
 * @param capabilities what it asks to be allowed; empty for all that its parent has
 * @param validUntil when its lease is to end; empty for the default
 * @param labels free labels
 * @param resumes the stopped run that it goes on from
 * @param lease the id of its new lease
 * @param requestedBy who asks
 * @param defaultLife how long a root's lease lives unless asked otherwise
 */
public record RegisterRun(
        RunId id,
        Optional<RunId> parent,
        Optional<String> taskId,
        Optional<String> owner,
        Optional<Capabilities> capabilities,
        Optional<Instant> validUntil,
        Map<String, String> labels,
        Optional<RunId> resumes,
        LeaseId lease,
        String requestedBy,
        Duration defaultLife)
        implements Transaction<RegisterRun.Answer> {

    /** The epoch that a new run starts with. */
    public static final long FIRST_EPOCH = 1;

    /** Bounds the texts. */
    public RegisterRun {
        taskId.ifPresent(text -> Text.requiredSentence("task_id", text));
        owner.ifPresent(text -> Text.requiredSentence("owner", text));
        if (labels.size() > Run.MAX_LABELS) {
            throw new IllegalArgumentException("labels has " + labels.size() + " entries, at most "
                    + Run.MAX_LABELS + " are allowed");
        }
        labels.forEach((key, value) -> {
            Text.id("label name", key);
            Text.id("label '" + key + "'", value);
        });
        labels = Map.copyOf(labels);
    }

    /** What came of it. */
    public sealed interface Answer {}

    /**
     * The run is there.
     *
     * @param run as it is now
     * @param created whether this call made it
     */
    public record Registered(Run run, boolean created) implements Answer {}

    /**
     * The parent has no authority to give.
     *
     * @param decision why
     */
    public record Denied(Decision decision) implements Answer {}

    /** Another run has this id. */
    public record Conflict() implements Answer {}

    /**
     * The child asks for more than its parent has (S10).
     *
     * @param why what is wider
     */
    public record Wider(String why) implements Answer {}

    /** An operator froze the registration of root runs. */
    public record Frozen() implements Answer {}

    /**
     * It can't be registered like this.
     *
     * @param why the reason
     */
    public record Refused(String why) implements Answer {}

    @Override
    public Optional<RunId> concerns() {
        return resumes.isPresent() ? Optional.empty() : Optional.of(parent.orElse(id));
    }

    @Override
    public Answer apply(Records records) {
        Optional<Run> existing = records.run(id);
        if (existing.isPresent()) {
            return existing.get().contentDigest().equals(contentDigest())
                    ? new Registered(existing.get(), false)
                    : new Conflict();
        }
        Instant now = records.now();
        Optional<Answer> resumed = checkResumed(records);
        if (resumed.isPresent()) {
            return resumed.get();
        }
        return parent.isPresent() ? child(records, parent.get(), now) : root(records, now);
    }

    private Optional<Answer> checkResumed(Records records) {
        if (resumes.isEmpty()) {
            return Optional.empty();
        }
        List<Run> path = records.pathShared(resumes.get());
        if (path.isEmpty()) {
            return Optional.of(
                    new Refused("resumes names run '" + resumes.get() + "', which does not exist"));
        }
        boolean ended = path.getFirst().state() != RunState.RUNNING || Authority.revoked(path);
        return ended
                ? Optional.empty()
                : Optional.of(new Refused("resumes names run '" + resumes.get()
                        + "', which still runs: stop or " + "complete it first"));
    }

    private Answer root(Records records, Instant now) {
        if (records.frozen()) {
            return new Frozen();
        }
        Instant until = validUntil.orElse(now.plus(defaultLife));
        if (!now.isBefore(until)) {
            return new Refused("valid_until " + Wire.time(until) + " is in the past");
        }
        return write(
                records,
                new TreeId(id.value()),
                capabilities.orElse(new Capabilities(List.of())),
                until,
                now);
    }

    private Answer child(Records records, RunId above, Instant now) {
        List<Run> path = records.pathShared(above);
        if (path.isEmpty()) {
            return new Denied(Decision.DENY_UNKNOWN_RUN);
        }
        if (Authority.revoked(path)) {
            return new Denied(Decision.DENY_PARENT_REVOKED);
        }
        if (path.stream()
                .anyMatch(run -> run.lease().expired(now) || run.state() != RunState.RUNNING)) {
            return new Denied(Decision.DENY_LEASE_EXPIRED);
        }
        if (path.size() >= Run.MAX_DEPTH) {
            return new Refused("the run would hang " + path.size()
                    + " runs below its root, at most " + (Run.MAX_DEPTH - 1) + " are allowed");
        }
        Run direct = path.getFirst();
        Capabilities asked = capabilities.orElse(direct.lease().capabilities());
        Optional<CapabilityPattern> beyond = direct.lease().capabilities().firstBeyond(asked);
        if (beyond.isPresent()) {
            return new Wider("capability '" + beyond.get() + "' is not contained in the lease of '"
                    + above + "' ("
                    + String.join(", ", direct.lease().capabilities().written()) + ")");
        }
        Instant until = validUntil.orElse(direct.lease().validUntil());
        if (until.isAfter(direct.lease().validUntil())) {
            return new Wider("valid_until " + Wire.time(until) + " is later than that of '" + above
                    + "' (" + Wire.time(direct.lease().validUntil()) + ")");
        }
        if (!now.isBefore(until)) {
            return new Refused("valid_until " + Wire.time(until) + " is in the past");
        }
        return write(records, direct.tree(), asked, until, now);
    }

    private Answer write(
            Records records, TreeId tree, Capabilities granted, Instant until, Instant now) {
        Run run = new Run(
                tree,
                id,
                parent,
                parent,
                taskId,
                owner.orElse(requestedBy),
                labels,
                resumes,
                contentDigest(),
                now,
                RunState.RUNNING,
                Lease.granted(lease, granted, until),
                FIRST_EPOCH,
                List.of(),
                Optional.empty());
        records.insert(run);
        records.append(
                tree,
                EventDraft.of(EventType.RUN_REGISTERED, id)
                        .with("parent_run_id", parent)
                        .with("task_id", taskId)
                        .with("owner", run.owner())
                        .with("lease", lease.value())
                        .with("capabilities", granted.written())
                        .with("valid_until", Wire.time(until))
                        .with("revocation_epoch", FIRST_EPOCH)
                        .with("resumes", resumes)
                        .with("by", requestedBy));
        return new Registered(run, true);
    }

    private String contentDigest() {
        Map<String, Object> content = new LinkedHashMap<>();
        parent.ifPresent(value -> content.put("parent", value.value()));
        taskId.ifPresent(value -> content.put("task_id", value));
        owner.ifPresent(value -> content.put("owner", value));
        capabilities.ifPresent(value -> content.put("capabilities", value.written()));
        validUntil.ifPresent(value -> content.put("valid_until", Wire.time(value)));
        content.put("labels", labels);
        resumes.ifPresent(value -> content.put("resumes", value.value()));
        return Digests.sha256(CanonicalJson.write(content));
    }
}
