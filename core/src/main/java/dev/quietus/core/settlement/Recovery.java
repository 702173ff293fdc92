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
    /** How many names are tried for a run of recoveries, and for an operation in it. */
    private static final int MAX_NAMES = 100;

    private Recovery() {}

    /**
     * How something is to be taken back.
     *
     * @param description what would be done, for people
     * @param owner who answers for it
     * @param provider who does it; empty where whoever asked does it himself
     * @param approval whether a person has to say yes first
     * @param seen digest of the effect as it was seen; it is taken back only as long as it is that
     * @param by who asked, empty where a stop opened it
     * @param reason why, where somebody said so
     */
    record Way(
            String description,
            Optional<String> owner,
            Optional<ProviderName> provider,
            boolean approval,
            Optional<String> seen,
            Optional<String> by,
            Optional<String> reason) {
        static Way declared(ProviderProfile profile, RecoveryPath path, Optional<String> seen) {
            return new Way(
                    path.description(),
                    path.owner().or(profile::reconcileOwner),
                    Optional.of(profile.name()),
                    true,
                    seen,
                    Optional.empty(),
                    Optional.empty());
        }

        Way askedBy(String person, Optional<String> why) {
            return new Way(description, owner, provider, approval, seen, Optional.of(person), why);
        }
    }

    /**
     * Opens what a provider declares, once.
     *
     * @param seen digest of the effect, where the provider showed it
     */
    static void open(
            Records records, Operation completed, ProviderProfile profile, Optional<String> seen) {
        if (profile.recovery().isPresent() && completed.recovery().isEmpty()) {
            RecoveryPath path = profile.recovery().get();
            open(records, completed, Way.declared(profile, path, seen));
        }
    }

    /** Opens one more; empty if every name for it is taken. */
    static Optional<Operation> open(Records records, Operation completed, Way way) {
        Optional<Run> found = recoveryRun(records, completed, way);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Run recovering = found.get();
        for (int i = 1; i <= MAX_NAMES; i++) {
            String suffix = i == 1 ? "" : "-" + i;
            OperationKey key = new OperationKey(
                    recovering.id(),
                    new OperationId(
                            "recover-" + named(completed.key().operation().value()) + suffix));
            if (records.operation(completed.tree(), key).isEmpty()) {
                Operation waiting = waiting(records, completed, recovering, key, way, suffix);
                records.insert(waiting);
                link(records, completed, waiting, recovering, way);
                return Optional.of(waiting);
            }
        }
        return Optional.empty();
    }

    private static void link(
            Records records, Operation completed, Operation waiting, Run recovering, Way way) {
        records.update(completed.change().recovery(waiting.key()).done());
        records.append(
                completed.tree(),
                EventDraft.of(EventType.RECOVERY_OPENED, completed.key())
                        .under(completed.cancelledBy())
                        .with("recovery", waiting.key().toString())
                        .with("path", way.description())
                        .with("owner", recovering.owner())
                        .with("by", way.by())
                        .with("reason", way.reason()));
    }

    /**
     * The run that takes the run's recoveries: the first of its name that is ours and still has
     * authority, else a new one. A run that somebody else registered under such a name, or a
     * recovery run that was stopped or has ended, takes none.
     */
    private static Optional<Run> recoveryRun(Records records, Operation completed, Way way) {
        Run stopped = records.run(completed.key().run()).orElseThrow();
        for (int i = 1; i <= MAX_NAMES; i++) {
            RunId id =
                    new RunId(named(stopped.id().value()) + "-recovery" + (i == 1 ? "" : "-" + i));
            Optional<Run> existing = records.run(id);
            if (existing.isEmpty()) {
                return Optional.of(register(records, stopped, id, way));
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

    private static Run register(Records records, Run stopped, RunId id, Way way) {
        Run fresh = new Run(
                stopped.tree(),
                id,
                Optional.of(stopped.id()),
                Optional.empty(),
                Optional.of("recovery of " + stopped.id()),
                way.owner().orElse(stopped.owner()),
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
            Way way,
            String suffix) {
        Work work = new Work(
                OperationKind.RECOVERY,
                completed.work().tool(),
                Effects.NONE,
                way.provider(),
                way.provider().map(_ -> QUEUE),
                new IdempotencyKey(
                        "recover-" + named(completed.work().idempotencyKey().value()) + suffix),
                way.seen().or(() -> completed.work().argumentsDigest()),
                Optional.empty(),
                Optional.empty(),
                way.approval());
        return new Operation(
                completed.tree(),
                key,
                work,
                run.epoch(),
                records.now(),
                way.approval() ? ExecutionState.AWAITING_APPROVAL : ExecutionState.QUEUED,
                EffectState.NONE_EXPECTED,
                way.approval() ? Optional.empty() : Optional.of(records.now()),
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
