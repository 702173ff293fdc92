package dev.quietus.core.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.barrier.BarrierMoves;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Foreseen;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationChange;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A worker's result. A fact is never refused: what comes too late, for an attempt that was given
 * up, or against what was said before, is recorded as such (PROTOCOL.md section 5).
 *
 * @param key run and operation
 * @param attempt the attempt it speaks for
 * @param worker who speaks
 * @param report what it reports
 * @param retry the wish for another attempt after a failure
 */
public record FinishOperation(
        OperationKey key, int attempt, WorkerId worker, Report report, Optional<Retry> retry)
        implements Transaction<FinishOperation.Answer> {

    /** The most attempts that a retry policy may allow. */
    public static final int MAX_ATTEMPTS = 1_000;

    /** How long the effect of a late success is looked for before it counts as unknown. */
    static final Duration LATE_RESULT_BUDGET = Duration.ofSeconds(60);

    /**
     * What a worker reports.
     *
     * @param outcome how the attempt ended
     * @param effect what it says of the effect
     * @param sent what it says of its request
     * @param providerJob the provider's job
     * @param effectId the provider's name of the effect
     * @param outputDigest digest of the output
     * @param error what went wrong
     * @param detail what else is known of the attempt's end, for people; kept in the event
     */
    public record Report(
            Attempt.Outcome outcome,
            Attempt.ReportedEffect effect,
            Attempt.Sent sent,
            Optional<String> providerJob,
            Optional<String> effectId,
            Optional<String> outputDigest,
            Optional<String> error,
            Optional<String> detail) {}

    /**
     * The wish for another attempt of the same operation under the same key.
     *
     * @param after how long to wait
     * @param maxAttempts how many attempts there may be in all
     */
    public record Retry(Duration after, int maxAttempts) {
        /** Checks the bounds. */
        public Retry {
            if (after.isNegative() || after.compareTo(Duration.ofDays(30)) > 0) {
                throw new IllegalArgumentException(
                        "retry.after_seconds is not between 0 and 30 days");
            }
            if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
                throw new IllegalArgumentException(
                        "retry.max_attempts is not between 1 and " + MAX_ATTEMPTS);
            }
        }
    }

    /** What came of it. */
    public sealed interface Answer {}

    /**
     * It is recorded.
     *
     * @param operation as it is now
     * @param how how it counts
     */
    public record Recorded(Operation operation, How how) implements Answer {}

    /** How a recorded result counts. */
    public enum How {
        /** It is the attempt's result. */
        RESULT,
        /** Another attempt is scheduled. */
        RETRY_SCHEDULED,
        /** It was recorded before with the same content. */
        SAME_AGAIN,
        /** It is kept as a late fact; all it can change is a "without effect" that it doubts. */
        LATE_FACT
    }

    /** There is no such operation in the run. */
    public record NoSuchOperation() implements Answer {}

    /**
     * No such attempt ever began.
     *
     * @param operation as it is now
     */
    public record NoSuchAttempt(Operation operation) implements Answer {}

    @Override
    public Optional<Foreseen> foresees() {
        return Optional.of(Foreseen.of(key).withHolders());
    }

    @Override
    public Answer apply(Records records) {
        List<Run> path = records.pathShared(key.run());
        Optional<Operation> found = path.isEmpty()
                ? Optional.empty()
                : records.operation(path.getFirst().tree(), key);
        if (found.isEmpty()) {
            return new NoSuchOperation();
        }
        Operation operation = found.get();
        if (attempt < 1 || attempt > operation.attempts()) {
            return new NoSuchAttempt(operation);
        }
        Attempt current = operation.attempt().orElseThrow();
        if (attempt < current.number() || !current.worker().equals(worker)) {
            return lateFact(records, operation, "attempt_given_up");
        }
        if (current.result().isPresent()) {
            boolean same = current.result().get().outcome() == report.outcome()
                    && current.result().get().outputDigest().equals(report.outputDigest());
            return same
                    ? new Recorded(operation, How.SAME_AGAIN)
                    : lateFact(records, operation, "another_result_was_recorded");
        }
        return record(records, path, operation, current);
    }

    private Answer record(Records records, List<Run> path, Operation operation, Attempt current) {
        Instant now = records.now();
        Attempt finished = current.heartbeat(now, report.sent(), report.providerJob())
                .finished(new Attempt.Result(
                        report.outcome(),
                        report.effect(),
                        now,
                        report.outputDigest(),
                        report.error()));
        OperationChange change = operation.change().attempt(finished);
        if (report.effectId().isPresent() && operation.effectId().isEmpty()) {
            change.effectId(report.effectId());
        }
        boolean again = retries(path, operation);
        if (again) {
            change.execution(ExecutionState.Event.FINISH_FOR_RETRY)
                    .maxAttempts(retry.orElseThrow().maxAttempts())
                    .availableAt(Optional.of(now.plus(retry.orElseThrow().after())));
        } else {
            change.executionWherePossible(event());
        }
        settle(change, operation, now);
        Operation after = change.done();
        if (!after.unsettled() && operation.unsettled() && Heartbeat.stopRequested(path, after)) {
            after = BarrierMoves.settledBeforeTheSweep(records, path, operation, after);
        }
        records.update(after);
        records.append(operation.tree(), event(operation, after, again));
        tellBarriers(records, operation, after);
        return new Recorded(after, again ? How.RETRY_SCHEDULED : How.RESULT);
    }

    private static void tellBarriers(Records records, Operation before, Operation after) {
        boolean wasSettled = before.settlement() instanceof Settlement.Settled;
        boolean isSettled = after.settlement() instanceof Settlement.Settled;
        if (wasSettled && !isSettled) {
            BarrierMoves.operationContradicted(records, after, "late_result");
        } else if (isSettled && !wasSettled) {
            BarrierMoves.operationChanged(records, after, "result");
        } else {
            BarrierMoves.resultCame(records, after);
        }
    }

    /** Another attempt only while nothing has stopped it, and only where no effect is claimed. */
    private boolean retries(List<Run> path, Operation operation) {
        boolean effectFree = report.effect() == Attempt.ReportedEffect.NOT_REPORTED
                || report.effect() == Attempt.ReportedEffect.ABSENT;
        return retry.isPresent()
                && report.outcome() == Attempt.Outcome.FAILED
                && effectFree
                && operation.execution() == ExecutionState.RUNNING
                && operation.attempts() < retry.get().maxAttempts()
                && !Heartbeat.stopRequested(path, operation);
    }

    private ExecutionState.Event event() {
        return switch (report.outcome()) {
            case SUCCEEDED -> ExecutionState.Event.FINISH_SUCCEEDED;
            case FAILED -> ExecutionState.Event.FINISH_FAILED;
            case CANCELLED -> ExecutionState.Event.FINISH_CANCELLED;
        };
    }

    private void settle(OperationChange change, Operation operation, Instant now) {
        switch (operation.settlement()) {
            case Settlement.Open _, Settlement.Unknown _ -> {
                if (operation.work().effects() == Effects.NONE) {
                    change.settlement(ended(now))
                            .effectWherePossible(EffectState.Event.SHOW_ABSENT)
                            .looking(operation.looking().rest());
                } else {
                    change.looking(operation.looking().nextAt(now));
                }
            }
            case Settlement.Settled settled -> doubt(change, operation, settled, now);
        }
    }

    private Settlement.Settled ended(Instant now) {
        return new Settlement.Settled(
                Settlement.SettledState.ENDED_NO_EFFECT_EXPECTED,
                now,
                "worker:" + worker,
                "the attempt ended: " + Wire.of(report.outcome()),
                Optional.empty());
    }

    /** Says that there is an effect, where it was settled that there is none: it is looked for. */
    private boolean doubt(
            OperationChange change, Operation operation, Settlement.Settled settled, Instant now) {
        boolean claimsEffect = report.outcome() == Attempt.Outcome.SUCCEEDED
                || report.effect() == Attempt.ReportedEffect.PRESENT;
        boolean doubted = claimsEffect
                && settled.state() == Settlement.SettledState.CANCELLED_WITHOUT_EFFECT
                && operation.work().effects() == Effects.EXPECTED;
        if (doubted) {
            change.effect(EffectState.Event.DOUBT)
                    .settlement(new Settlement.Open())
                    .looking(operation.looking().nextAt(now).until(now.plus(LATE_RESULT_BUDGET)));
        }
        return doubted;
    }

    private EventDraft event(Operation before, Operation after, boolean again) {
        boolean late = before.execution() != ExecutionState.RUNNING;
        EventType type = again
                ? EventType.RETRY_SCHEDULED
                : late ? EventType.LATE_RESULT : EventType.OPERATION_FINISHED;
        return said(EventDraft.of(type, key))
                .under(before.cancelledBy())
                .with("state", Wire.of(after.execution()))
                .with(
                        "available_at",
                        again ? after.availableAt().map(Wire::time) : Optional.empty());
    }

    private Answer lateFact(Records records, Operation operation, String why) {
        records.append(
                operation.tree(),
                said(EventDraft.of(EventType.LATE_RESULT, key))
                        .under(operation.cancelledBy())
                        .with("because", why));
        if (operation.settlement() instanceof Settlement.Settled settled) {
            OperationChange change = operation.change();
            if (doubt(change, operation, settled, records.now())) {
                Operation doubted = change.done();
                records.update(doubted);
                BarrierMoves.operationContradicted(records, doubted, "late_result");
                return new Recorded(doubted, How.LATE_FACT);
            }
        }
        BarrierMoves.resultCame(records, operation);
        return new Recorded(operation, How.LATE_FACT);
    }

    private EventDraft said(EventDraft draft) {
        return draft.with("attempt", attempt)
                .with("worker", worker.value())
                .with("outcome", Wire.of(report.outcome()))
                .with("effect", Wire.of(report.effect()))
                .with("provider_job", report.providerJob())
                .with("output_digest", report.outputDigest())
                .with("error", report.error())
                .with("detail", report.detail());
    }
}
