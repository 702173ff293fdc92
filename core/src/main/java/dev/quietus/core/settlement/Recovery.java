package dev.quietus.core.settlement;

import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Work;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Lease;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Opens the declared recovery of a completed effect as an operation that awaits approval. The
 * stopped run has no authority to give, so it belongs to a run of its own in the same tree that
 * hangs on nothing.
 */
public final class Recovery {
    /** The queue from which the server takes approved recoveries. */
    public static final QueueName QUEUE = new QueueName("quietus.recovery");

    private static final Duration LIFE = Duration.ofDays(30);
    private static final int NAMED = 170;
    /** How many names are tried for a run of recoveries. */
    private static final int MAX_RUNS = 100;

    private Recovery() {}

    static void open(Records records, Operation completed, ProviderProfile profile) {
        if (profile.recovery().isEmpty() || completed.recovery().isPresent()) {
            return;
        }
        RecoveryPath path = profile.recovery().get();
        Optional<Run> found = recoveryRun(records, completed, profile, path);
        if (found.isEmpty()) {
            return;
        }
        Run recovering = found.get();
        OperationId id =
                new OperationId("recover-" + named(completed.key().operation().value()));
        OperationKey key = new OperationKey(recovering.id(), id);
        if (records.operation(completed.tree(), key).isEmpty()) {
            records.insert(waiting(records, completed, recovering, key, profile));
        }
        records.update(completed.change().recovery(key).done());
        records.append(
                completed.tree(),
                EventDraft.of(EventType.RECOVERY_OPENED, completed.key())
                        .under(completed.cancelledBy())
                        .with("recovery", key.toString())
                        .with("path", path.description())
                        .with("owner", recovering.owner()));
    }

    /**
     * The run that takes the stopped run's recoveries: the first of its name that is ours and still
     * has authority, else a new one. A run that somebody else registered under such a name, or a
     * recovery run that was stopped or has ended, takes none.
     */
    private static Optional<Run> recoveryRun(
            Records records, Operation completed, ProviderProfile profile, RecoveryPath path) {
        Run stopped = records.run(completed.key().run()).orElseThrow();
        for (int i = 1; i <= MAX_RUNS; i++) {
            RunId id =
                    new RunId(named(stopped.id().value()) + "-recovery" + (i == 1 ? "" : "-" + i));
            Optional<Run> existing = records.run(id);
            if (existing.isEmpty()) {
                return Optional.of(register(records, stopped, id, profile, path));
            }
            if (takes(existing.get(), stopped, records.now())) {
                return existing;
            }
        }
        return Optional.empty();
    }

    private static boolean takes(Run existing, Run stopped, Instant now) {
        return existing.contentDigest().equals(digest(stopped))
                && existing.state() == RunState.RUNNING
                && !existing.lease().revoked()
                && !existing.lease().expired(now);
    }

    private static String digest(Run stopped) {
        return Digests.sha256("recovery:" + stopped.id());
    }

    private static Run register(
            Records records, Run stopped, RunId id, ProviderProfile profile, RecoveryPath path) {
        Run fresh = new Run(
                stopped.tree(),
                id,
                Optional.of(stopped.id()),
                Optional.empty(),
                Optional.of("recovery of " + stopped.id()),
                path.owner().or(profile::reconcileOwner).orElse(stopped.owner()),
                Map.of("recovers", stopped.id().value()),
                Optional.empty(),
                digest(stopped),
                records.now(),
                RunState.RUNNING,
                Lease.granted(
                        new LeaseId("lease-" + named(id.value())),
                        new Capabilities(List.of(new CapabilityPattern("*"))),
                        records.now().plus(LIFE)),
                1,
                List.of(),
                Optional.empty());
        records.insert(fresh);
        records.append(
                stopped.tree(),
                EventDraft.of(EventType.RUN_REGISTERED, id)
                        .with("owner", fresh.owner())
                        .with("recovers", stopped.id().value())
                        .with("by", "quietus"));
        return fresh;
    }

    /** Its end is the provider's own answer to the declared call; no answer leaves it unknown. */
    private static Operation waiting(
            Records records,
            Operation completed,
            Run run,
            OperationKey key,
            ProviderProfile profile) {
        Work work = new Work(
                OperationKind.RECOVERY,
                completed.work().tool(),
                Effects.NONE,
                Optional.of(profile.name()),
                Optional.of(QUEUE),
                new IdempotencyKey(
                        "recover-" + named(completed.work().idempotencyKey().value())),
                completed.work().argumentsDigest(),
                Optional.empty(),
                Optional.empty(),
                true);
        return new Operation(
                completed.tree(),
                key,
                work,
                run.epoch(),
                records.now(),
                ExecutionState.AWAITING_APPROVAL,
                EffectState.NONE_EXPECTED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                new CancelRequest.NotRequested(),
                new Settlement.Open(),
                Looking.NOT_YET,
                completed.effectId(),
                Optional.of(completed.key()));
    }

    private static String named(String value) {
        return value.length() <= NAMED
                ? value
                : value.substring(0, NAMED) + "-" + Digests.sha256(value).substring(0, 12);
    }
}
