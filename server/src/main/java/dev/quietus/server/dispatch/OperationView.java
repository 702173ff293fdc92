package dev.quietus.server.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Work;

import java.util.LinkedHashMap;
import java.util.Map;

/** How an operation is shown: requested, answered and observed are three different facts. */
public final class OperationView {
    private OperationView() {}

    /** Everything that is known of it. */
    public static Map<String, Object> shown(Operation operation) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("operation_id", operation.key().operation().value());
        fields.put("run_id", operation.key().run().value());
        fields.put("tree_id", operation.tree().value());
        work(fields, operation.work());
        fields.put("state", Wire.of(operation.execution()));
        fields.put("effect", Wire.of(operation.effect()));
        fields.put("revocation_epoch", operation.epoch());
        fields.put("accepted_at", Wire.time(operation.acceptedAt()));
        operation.availableAt().ifPresent(at -> fields.put("available_at", Wire.time(at)));
        operation.approvedBy().ifPresent(by -> fields.put("decided_by", by));
        operation.cancelledBy().ifPresent(id -> fields.put("cancelled_by", id.value()));
        operation.attempt().ifPresent(attempt -> attempt(fields, attempt));
        cancellation(fields, operation.cancelRequest());
        operation
                .looking()
                .last()
                .ifPresent(seen -> fields.put("effect_check", check(operation, seen)));
        settlement(fields, operation);
        operation.effectId().ifPresent(id -> fields.put("effect_id", id));
        operation.recovery().ifPresent(key -> fields.put("recovery_operation", key.toString()));
        return fields;
    }

    private static void work(Map<String, Object> fields, Work work) {
        fields.put("kind", Wire.of(work.kind()));
        fields.put("tool", work.tool().value());
        fields.put("effects", Wire.of(work.effects()));
        work.provider().ifPresent(name -> fields.put("provider", name.value()));
        work.queue().ifPresent(name -> fields.put("queue", name.value()));
        fields.put("idempotency_key", work.idempotencyKey().value());
        work.argumentsDigest().ifPresent(digest -> fields.put("arguments_digest", digest));
        work.expiresAt().ifPresent(at -> fields.put("expires_at", Wire.time(at)));
        work.notBefore().ifPresent(at -> fields.put("not_before", Wire.time(at)));
        if (work.requiresApproval()) {
            fields.put("requires_approval", true);
        }
    }

    private static void attempt(Map<String, Object> fields, Attempt attempt) {
        fields.put("attempt", attempt.number());
        fields.put("worker", attempt.worker().value());
        fields.put("begun_at", Wire.time(attempt.begunAt()));
        fields.put("heartbeat_at", Wire.time(attempt.heartbeatAt()));
        fields.put("sent", Wire.of(attempt.sent()));
        attempt.providerJob().ifPresent(job -> fields.put("provider_job", job));
        attempt.result().ifPresent(result -> {
            fields.put("outcome", Wire.of(result.outcome()));
            fields.put("reported_effect", Wire.of(result.effect()));
            fields.put("finished_at", Wire.time(result.finishedAt()));
            result.outputDigest().ifPresent(digest -> fields.put("output_digest", digest));
            result.error().ifPresent(error -> fields.put("error", error));
        });
    }

    private static void cancellation(Map<String, Object> fields, CancelRequest request) {
        Map<String, Object> asked = new LinkedHashMap<>();
        switch (request) {
            case CancelRequest.NotRequested() -> {
                return;
            }
            case CancelRequest.Requested requested ->
                asked.put("requested_at", Wire.time(requested.requestedAt()));
            case CancelRequest.Answered answered -> {
                asked.put("requested_at", Wire.time(answered.requestedAt()));
                asked.put("provider_response", answered.response());
                asked.put("detail", answered.detail());
                asked.put("answered_at", Wire.time(answered.answeredAt()));
            }
        }
        fields.put("cancellation", asked);
    }

    private static Map<String, Object> check(Operation operation, Looking.Seen seen) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("observed", seen.word());
        fields.put("detail", seen.detail());
        fields.put("checked_at", Wire.time(seen.begunAt()));
        fields.put("tries", operation.looking().tries());
        operation.looking().nextAt().ifPresent(at -> fields.put("next_at", Wire.time(at)));
        operation.looking().deadline().ifPresent(at -> fields.put("budget_until", Wire.time(at)));
        return fields;
    }

    private static void settlement(Map<String, Object> fields, Operation operation) {
        switch (operation.settlement()) {
            case Settlement.Open() -> {
                if (operation.unsettled()) {
                    fields.put("settled_state", "pending");
                }
            }
            case Settlement.Settled settled -> {
                fields.put("settled_state", Wire.of(settled.state()));
                fields.put("settled_at", Wire.time(settled.at()));
                fields.put("settled_by", settled.by());
                fields.put("settled_because", settled.evidence());
            }
            case Settlement.Unknown unknown -> {
                fields.put("settled_state", "unknown");
                fields.put("held_by", unknown.heldBy());
                fields.put("why", unknown.why());
                fields.put("unknown_since", Wire.time(unknown.since()));
            }
        }
    }
}
