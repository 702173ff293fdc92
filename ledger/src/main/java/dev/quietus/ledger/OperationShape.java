package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.OPERATION;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.TreeId;
import dev.quietus.core.settlement.ProviderName;
import java.util.List;
import java.util.Optional;

/**
 * How an operation lies in its table; what is a sealed type there is a word and its fields here.
 */
final class OperationShape {
    static final String OPEN = "open";
    static final String UNKNOWN = "unknown";
    static final String PROVISIONAL = "provisional";

    static final Words<ExecutionState> EXECUTION = new Words<>(ExecutionState.class);
    static final Words<OperationKind> KIND = new Words<>(OperationKind.class);
    private static final Words<EffectState> EFFECT = new Words<>(EffectState.class);
    private static final Words<Effects> EFFECTS = new Words<>(Effects.class);
    private static final Words<Attempt.Sent> SENT = new Words<>(Attempt.Sent.class);
    private static final Words<Attempt.Outcome> OUTCOME = new Words<>(Attempt.Outcome.class);
    private static final Words<Attempt.ReportedEffect> REPORTED =
            new Words<>(Attempt.ReportedEffect.class);
    private static final Words<Settlement.SettledState> SETTLED =
            new Words<>(Settlement.SettledState.class);

    static final Shape<Operation> SHAPE = new Shape<>(
            OPERATION,
            List.of(
                    OPERATION.TREE_ID,
                    OPERATION.RUN_ID,
                    OPERATION.OPERATION_ID,
                    OPERATION.KIND,
                    OPERATION.TOOL,
                    OPERATION.EFFECTS,
                    OPERATION.PROVIDER,
                    OPERATION.QUEUE,
                    OPERATION.IDEMPOTENCY_KEY,
                    OPERATION.ARGUMENTS_DIGEST,
                    OPERATION.EXPIRES_AT,
                    OPERATION.NOT_BEFORE,
                    OPERATION.REQUIRES_APPROVAL,
                    OPERATION.EPOCH,
                    OPERATION.ACCEPTED_AT,
                    OPERATION.EXECUTION,
                    OPERATION.EFFECT,
                    OPERATION.AVAILABLE_AT,
                    OPERATION.APPROVED_BY,
                    OPERATION.ATTEMPT_NUMBER,
                    OPERATION.WORKER,
                    OPERATION.REQUEST_ID,
                    OPERATION.BEGUN_AT,
                    OPERATION.HEARTBEAT_AT,
                    OPERATION.HEARTBEAT_TIMEOUT_MS,
                    OPERATION.SENT,
                    OPERATION.PROVIDER_JOB,
                    OPERATION.RESULT_OUTCOME,
                    OPERATION.RESULT_EFFECT,
                    OPERATION.FINISHED_AT,
                    OPERATION.OUTPUT_DIGEST,
                    OPERATION.ERROR,
                    OPERATION.SILENT_AT,
                    OPERATION.MAX_ATTEMPTS,
                    OPERATION.CANCELLED_BY,
                    OPERATION.CANCEL_STATE,
                    OPERATION.CANCEL_REQUESTED_AT,
                    OPERATION.CANCEL_ASKER,
                    OPERATION.CANCEL_WITH_JOB,
                    OPERATION.CANCEL_RESPONSE,
                    OPERATION.CANCEL_DETAIL,
                    OPERATION.CANCEL_ANSWERED_AT,
                    OPERATION.SETTLEMENT,
                    OPERATION.SETTLED_STATE,
                    OPERATION.SETTLED_AT,
                    OPERATION.SETTLED_BY,
                    OPERATION.SETTLED_EVIDENCE,
                    OPERATION.CONFIRMED_AT,
                    OPERATION.HELD_BY,
                    OPERATION.HELD_WHY,
                    OPERATION.HELD_SINCE,
                    OPERATION.UNRESOLVED,
                    OPERATION.LOOK_TRIES,
                    OPERATION.NEXT_LOOK_AT,
                    OPERATION.LOOK_DEADLINE,
                    OPERATION.SEEN_WORD,
                    OPERATION.SEEN_DETAIL,
                    OPERATION.SEEN_BEGUN_AT,
                    OPERATION.SEEN_ANSWERED_AT,
                    OPERATION.JOB_SEEN,
                    OPERATION.JOB_ENDED_AT,
                    OPERATION.EFFECT_ID,
                    OPERATION.RECOVERY_RUN_ID,
                    OPERATION.RECOVERY_OPERATION_ID),
            3,
            List.of(OPERATION.POSITION),
            OperationShape::write,
            OperationShape::read);

    private OperationShape() {}

    private static void write(RowWriter out, Operation operation) {
        out.text(operation.tree().value())
                .text(operation.key().run().value())
                .text(operation.key().operation().value());
        write(out, operation.work());
        out.number(operation.epoch())
                .time(operation.acceptedAt())
                .word(EXECUTION, operation.execution())
                .word(EFFECT, operation.effect())
                .time(operation.availableAt())
                .text(operation.approvedBy());
        write(out, operation.attempt(), operation.execution());
        out.number(operation.maxAttempts()).text(operation.cancelledBy());
        write(out, operation.cancelRequest());
        write(out, operation.settlement());
        out.text(unresolved(operation));
        write(out, operation.looking());
        out.text(operation.effectId())
                .text(operation.recovery().map(OperationKey::run))
                .text(operation.recovery().map(OperationKey::operation));
    }

    private static Operation read(RowReader in) {
        return new Operation(
                new TreeId(in.text()),
                OperationKey.of(in.text(), in.text()),
                work(in),
                in.number(),
                in.time(),
                in.word(EXECUTION),
                in.word(EFFECT),
                in.optionalTime(),
                in.optionalText(),
                attempt(in),
                in.integer(),
                in.optionalText().map(BarrierId::new),
                cancelRequest(in),
                settlement(in),
                looking(in),
                in.optionalText(),
                recovery(in));
    }

    private static void write(RowWriter out, Work work) {
        out.word(KIND, work.kind())
                .text(work.tool().value())
                .word(EFFECTS, work.effects())
                .text(work.provider())
                .text(work.queue())
                .text(work.idempotencyKey().value())
                .text(work.argumentsDigest())
                .time(work.expiresAt())
                .time(work.notBefore())
                .flag(work.requiresApproval());
    }

    private static Work work(RowReader in) {
        return new Work(
                in.word(KIND),
                new ToolName(in.text()),
                in.word(EFFECTS),
                in.optionalText().map(ProviderName::new),
                in.optionalText().map(QueueName::new),
                new IdempotencyKey(in.text()),
                in.optionalText(),
                in.optionalTime(),
                in.optionalTime(),
                in.flag());
    }

    private static void write(RowWriter out, Optional<Attempt> begun, ExecutionState execution) {
        if (begun.isEmpty()) {
            out.number(0).absent(13);
            return;
        }
        Attempt attempt = begun.get();
        out.number(attempt.number())
                .text(attempt.worker().value())
                .text(attempt.request().value())
                .time(attempt.begunAt())
                .time(attempt.heartbeatAt())
                .duration(attempt.heartbeatTimeout())
                .word(SENT, attempt.sent())
                .text(attempt.providerJob());
        Optional<Attempt.Result> result = attempt.result();
        out.text(result.map(found -> OUTCOME.of(found.outcome())))
                .text(result.map(found -> REPORTED.of(found.effect())))
                .time(result.map(Attempt.Result::finishedAt))
                .text(result.flatMap(Attempt.Result::outputDigest))
                .text(result.flatMap(Attempt.Result::error));
        boolean listened = execution == ExecutionState.RUNNING;
        out.time(listened ? Optional.of(attempt.silentAt()) : Optional.empty());
    }

    private static Optional<Attempt> attempt(RowReader in) {
        int number = in.integer();
        if (number == 0) {
            in.skip(13);
            return Optional.empty();
        }
        Attempt attempt = new Attempt(
                number,
                new WorkerId(in.text()),
                new RequestId(in.text()),
                in.time(),
                in.time(),
                in.duration(),
                in.word(SENT),
                in.optionalText(),
                result(in));
        in.skip(1);
        return Optional.of(attempt);
    }

    private static Optional<Attempt.Result> result(RowReader in) {
        Optional<Attempt.Outcome> outcome = in.optionalWord(OUTCOME);
        if (outcome.isEmpty()) {
            in.skip(4);
            return Optional.empty();
        }
        return Optional.of(new Attempt.Result(
                outcome.get(), in.word(REPORTED), in.time(), in.optionalText(), in.optionalText()));
    }

    private static void write(RowWriter out, CancelRequest request) {
        switch (request) {
            case CancelRequest.NotRequested() -> out.text("not_requested").absent(6);
            case CancelRequest.Requested(var at, var asker, var withJob) ->
                out.text("requested").time(at).text(asker).flag(withJob).absent(3);
            case CancelRequest.Answered answered ->
                out.text("answered")
                        .time(answered.requestedAt())
                        .text(answered.asker())
                        .flag(answered.withJob())
                        .text(answered.response())
                        .text(answered.detail())
                        .time(answered.answeredAt());
        }
    }

    private static CancelRequest cancelRequest(RowReader in) {
        String state = in.text();
        switch (state) {
            case "not_requested" -> {
                in.skip(6);
                return new CancelRequest.NotRequested();
            }
            case "requested" -> {
                CancelRequest requested =
                        new CancelRequest.Requested(in.time(), in.text(), in.flag());
                in.skip(3);
                return requested;
            }
            case "answered" -> {
                return new CancelRequest.Answered(
                        in.time(), in.text(), in.flag(), in.text(), in.text(), in.time());
            }
            default -> throw new IllegalArgumentException("cancel_state is '" + state + "'");
        }
    }

    private static void write(RowWriter out, Settlement settlement) {
        switch (settlement) {
            case Settlement.Open() -> out.text(OPEN).absent(8);
            case Settlement.Settled(var state, var at, var by, var evidence, var confirmedAt) ->
                out.text("settled")
                        .word(SETTLED, state)
                        .time(at)
                        .text(by)
                        .text(evidence)
                        .time(confirmedAt)
                        .absent(3);
            case Settlement.Unknown(var heldBy, var why, var since) ->
                out.text(UNKNOWN).absent(5).text(heldBy).text(why).time(since);
        }
    }

    private static Settlement settlement(RowReader in) {
        String state = in.text();
        switch (state) {
            case OPEN -> {
                in.skip(9);
                return new Settlement.Open();
            }
            case "settled" -> {
                Settlement settled = new Settlement.Settled(
                        in.word(SETTLED), in.time(), in.text(), in.text(), in.optionalTime());
                in.skip(4);
                return settled;
            }
            case UNKNOWN -> {
                in.skip(5);
                Settlement unknown = new Settlement.Unknown(in.text(), in.text(), in.time());
                in.skip(1);
                return unknown;
            }
            default -> throw new IllegalArgumentException("settlement is '" + state + "'");
        }
    }

    /**
     * Follows from the rest; a column of its own, so that a small index holds what is not final.
     */
    private static Optional<String> unresolved(Operation operation) {
        if (operation.attempt().isEmpty()) {
            return Optional.empty();
        }
        return switch (operation.settlement()) {
            case Settlement.Open() -> Optional.of(OPEN);
            case Settlement.Unknown _ -> Optional.of(UNKNOWN);
            case Settlement.Settled settled ->
                settled.provisional() ? Optional.of(PROVISIONAL) : Optional.empty();
        };
    }

    private static void write(RowWriter out, Looking looking) {
        Optional<Looking.Seen> last = looking.last();
        out.number(looking.tries())
                .time(looking.nextAt())
                .time(looking.deadline())
                .text(last.map(Looking.Seen::word))
                .text(last.map(Looking.Seen::detail))
                .time(last.map(Looking.Seen::begunAt))
                .time(last.map(Looking.Seen::answeredAt))
                .flag(looking.jobSeen())
                .time(looking.jobEndedAt());
    }

    private static Looking looking(RowReader in) {
        return new Looking(
                in.integer(),
                in.optionalTime(),
                in.optionalTime(),
                seen(in),
                in.flag(),
                in.optionalTime());
    }

    private static Optional<Looking.Seen> seen(RowReader in) {
        Optional<String> word = in.optionalText();
        if (word.isEmpty()) {
            in.skip(3);
            return Optional.empty();
        }
        return Optional.of(new Looking.Seen(word.get(), in.text(), in.time(), in.time()));
    }

    private static Optional<OperationKey> recovery(RowReader in) {
        Optional<String> run = in.optionalText();
        Optional<String> operation = in.optionalText();
        return run.map(found -> OperationKey.of(found, in.required(operation)));
    }
}
