package dev.quietus.core.barrier;

import dev.quietus.core.Text;
import dev.quietus.core.Wire;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The stop button: one transaction that writes the barrier, the next epoch and the revoked lease
 * together, whatever the size of the tree. From its commit on nothing of the scope begins (S1, S2).
 * The same stop again finds the same barrier (S8).
 *
 * @param run the run
 * @param selector which of its work
 * @param reason why, in the operator's words
 * @param requestedBy who pressed stop, from the token
 * @param settleTimeout the operator's own budget for settling
 * @param minimumQuiet the operator's own quiet period; a longer one of a provider counts
 */
public record StopRun(
        RunId run,
        Selector selector,
        String reason,
        String requestedBy,
        Optional<Duration> settleTimeout,
        Optional<Duration> minimumQuiet)
        implements Transaction<StopRun.Answer> {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final int NAMED = 170;

    /** Checks the bounds. */
    public StopRun {
        Text.requiredSentence("reason", reason);
        settleTimeout.ifPresent(value -> bounded("settle_timeout", value));
        minimumQuiet.ifPresent(value -> bounded("quiet_period", value));
    }

    private static void bounded(String field, Duration value) {
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(field + " is not between 0 s and 24 h");
        }
    }

    /** What came of it. */
    public sealed interface Answer {}

    /**
     * The barrier is durable.
     *
     * @param barrier as it is now
     * @param opened whether this call wrote it
     */
    public record Stopping(Barrier barrier, boolean opened) implements Answer {}

    /** There is no such run. */
    public record NoSuchRun() implements Answer {}

    /** The run has no such operation. */
    public record NoSuchOperation() implements Answer {}

    @Override
    public Optional<RunId> concerns() {
        return Optional.of(run);
    }

    @Override
    public Answer apply(Records records) {
        List<Run> path = records.pathExclusive(run);
        if (path.isEmpty()) {
            return new NoSuchRun();
        }
        Optional<Barrier> existing = records.barrierOf(run, selector);
        if (existing.isPresent()) {
            return again(records, existing.get());
        }
        Run stopped = path.getFirst();
        Optional<Operation> one = Optional.empty();
        if (selector instanceof Selector.OneOperation(var operation)) {
            one = records.operation(stopped.tree(), new OperationKey(run, operation));
            if (one.isEmpty()) {
                return new NoSuchOperation();
            }
        }
        Stopping stopping = open(records, stopped);
        one.ifPresent(operation -> bar(records, operation, stopping.barrier()));
        return stopping;
    }

    /** What one operation's stop writes beside its barrier, so that it can't begin (S1). */
    private static void bar(Records records, Operation operation, Barrier barrier) {
        if (operation.execution().notStarted() || operation.unsettled()) {
            records.update(operation.change().cancelledBy(barrier.id()).done());
        }
    }

    private Stopping open(Records records, Run target) {
        Instant now = records.now();
        BarrierId id = barrierId(records, target);
        Run stopped = switch (selector) {
            case Selector.Everything() -> revoked(target, now, id);
            case Selector.Tools(var pattern) -> target.withStoppedTool(pattern);
            case Selector.OneOperation _ -> target;
        };
        Barrier barrier = new Barrier(
                id,
                target.tree(),
                run,
                selector,
                now,
                requestedBy,
                reason,
                stopped.epoch(),
                settleTimeout,
                minimumQuiet,
                BarrierState.REQUESTED,
                new Barrier.Claim(0, now),
                Lamps.requested(now),
                now,
                Tally.ZERO,
                0,
                Optional.empty(),
                now);
        records.insert(barrier);
        records.update(stopped);
        records.append(
                target.tree(),
                EventDraft.of(EventType.STOP_REQUESTED, run)
                        .under(id)
                        .with("selector", selector.word())
                        .with("reason", reason)
                        .with("requested_by", requestedBy)
                        .with("root_lease", target.lease().id().value())
                        .with("new_revocation_epoch", stopped.epoch()));
        return new Stopping(barrier, true);
    }

    private static Run revoked(Run target, Instant now, BarrierId id) {
        Run next = target.withLease(target.lease().revoke(now, id)).withNextEpoch();
        return RunState.TABLE
                .next(target.state(), RunState.Event.STOP)
                .map(state -> next.withState(state, Optional.empty()))
                .orElse(next);
    }

    /** A repeated stop is a real new attempt: what is unsettled is looked at again at once. */
    private Answer again(Records records, Barrier barrier) {
        records.append(
                barrier.tree(),
                EventDraft.of(EventType.STOP_REPEATED, run)
                        .under(barrier.id())
                        .with("reason", reason)
                        .with("requested_by", requestedBy)
                        .with("state", Wire.of(barrier.state())));
        if (!barrier.state().open()) {
            return new Stopping(barrier, false);
        }
        records.wakeInFlight(barrier.id());
        Barrier woken = barrier.nextStepAt(records.now());
        records.update(woken);
        return new Stopping(woken, false);
    }

    private BarrierId barrierId(Records records, Run target) {
        int number = records.barriersOf(target.tree(), List.of(run)).size() + 1;
        String name = run.value();
        String named = name.length() <= NAMED
                ? name
                : name.substring(0, NAMED) + "-" + Digests.sha256(name).substring(0, 12);
        return new BarrierId(String.format(Locale.ROOT, "stop-%s-%02d", named, number));
    }
}
