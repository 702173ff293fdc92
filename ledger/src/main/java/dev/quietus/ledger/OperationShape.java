package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.OPERATION;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.run.TreeId;
import dev.quietus.core.settlement.ProviderName;
import java.util.List;
import java.util.Optional;

/**
 * How an operation lies in its table; what is a sealed type there is a word and its fields here.
 */
final class OperationShape {
    static final Words<ExecutionState> EXECUTION = new Words<>(ExecutionState.class);
    static final Words<OperationKind> KIND = new Words<>(OperationKind.class);
    private static final Words<EffectState> EFFECT = new Words<>(EffectState.class);
    private static final Words<Effects> EFFECTS = new Words<>(Effects.class);

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
        AttemptColumns.write(out, operation.attempt(), operation.execution());
        out.number(operation.maxAttempts()).text(operation.cancelledBy());
        OutcomeColumns.write(out, operation.cancelRequest());
        OutcomeColumns.writeSettlement(out, operation);
        OutcomeColumns.write(out, operation.looking());
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
                AttemptColumns.read(in),
                in.integer(),
                in.optionalText().map(BarrierId::new),
                OutcomeColumns.cancelRequest(in),
                OutcomeColumns.settlement(in),
                OutcomeColumns.looking(in),
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

    private static Optional<OperationKey> recovery(RowReader in) {
        Optional<String> run = in.optionalText();
        Optional<String> operation = in.optionalText();
        return run.map(found -> OperationKey.of(found, in.required(operation)));
    }
}
