package dev.quietus.core.receipt;

import dev.quietus.core.Wire;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Lamps;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.Tally;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.run.Lease;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.ProviderProfile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The receipt as it stands in the signed statement: the source's names and nesting, and more. */
final class ReceiptBody {
    private final StopReceipt receipt;
    private final ProviderDirectory providers;

    ReceiptBody(StopReceipt receipt, ProviderDirectory providers) {
        this.receipt = receipt;
        this.providers = providers;
    }

    Map<String, Object> fields() {
        StopReceipt.Facts facts = receipt.facts();
        Barrier barrier = facts.barrier();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("barrier_id", barrier.id().value());
        body.put("run_id", barrier.run().value());
        body.put("revision", barrier.revision() + 1);
        if (barrier.revision() > 0) {
            body.put("supersedes", barrier.revision());
        }
        body.put("selector", barrier.selector().word());
        body.put("requested_at", Wire.time(barrier.requestedAt()));
        body.put("requested_by", barrier.requestedBy());
        body.put("reason", barrier.reason());
        body.put("authority", authority(facts));
        body.put("work", work(facts));
        body.put("effects", effects(facts.outcomes()));
        body.put("stages", stages(barrier.lamps()));
        body.put("late_attempts_denied", barrier.tally().lateAttemptsDenied());
        body.put("in_flight", facts.inFlight().stream().map(this::inFlight).toList());
        body.put(
                "reconciliation",
                facts.reconciliation().stream().map(ReceiptBody::held).toList());
        facts.outcomes()
                .lastSettledAt()
                .ifPresent(at -> body.put("last_settled_at", Wire.time(at)));
        body.put("last_activity_at", Wire.time(barrier.lastActivityAt()));
        body.put("quiet_period_seconds", seconds(facts));
        body.put("verified_at", Wire.time(facts.verifiedAt()));
        body.put("evidence", evidence(facts));
        body.put("decision", receipt.decision());
        return body;
    }

    /**
     * Whole seconds, rounded down, so that the receipt never claims more waiting than there was.
     */
    private static long seconds(StopReceipt.Facts facts) {
        return facts.quietPeriod().toMillis() / 1_000;
    }

    private static Map<String, Object> authority(StopReceipt.Facts facts) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("root_lease", lease(facts));
        fields.put("lease", facts.run().lease().id().value());
        fields.put("descendant_leases_revoked", facts.barrier().tally().descendantLeasesRevoked());
        fields.put("active_leases", facts.counts().activeLeases());
        fields.put("current_epoch", facts.run().epoch());
        return fields;
    }

    private static String lease(StopReceipt.Facts facts) {
        Lease lease = facts.run().lease();
        if (lease.revoked()) {
            return "revoked";
        }
        return lease.expired(facts.verifiedAt()) ? "expired" : "active";
    }

    private static Map<String, Object> work(StopReceipt.Facts facts) {
        Tally tally = facts.barrier().tally();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("queued_cancelled", tally.queuedCancelled());
        fields.put("in_flight_settled", facts.outcomes().settled());
        fields.put("scheduled_retries_cancelled", tally.scheduledRetriesCancelled());
        fields.put("timers_cancelled", tally.timersCancelled());
        fields.put("approvals_cancelled", tally.approvalsCancelled());
        fields.put(
                "pending_calls",
                facts.counts().notStarted()
                        + facts.counts().uncaptured()
                        + facts.counts().pending());
        return fields;
    }

    private static Map<String, Object> effects(Outcomes outcomes) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("completed_and_verified", outcomes.completedAndVerified());
        fields.put("cancelled_without_effect", outcomes.cancelledWithoutEffect());
        fields.put("ended_no_effect_expected", outcomes.endedNoEffectExpected());
        fields.put("unknown", outcomes.unknown());
        return fields;
    }

    private static Map<String, Object> stages(Lamps lamps) {
        Map<String, Object> fields = new LinkedHashMap<>();
        lamps.generationStopped().ifPresent(at -> fields.put("generation_stopped", Wire.time(at)));
        fields.put("dispatch_stopped", Wire.time(lamps.dispatchStopped()));
        lamps.queuedWorkCancelled()
                .ifPresent(at -> fields.put("queued_work_cancelled", Wire.time(at)));
        lamps.effectsSettled().ifPresent(at -> fields.put("effects_settled", Wire.time(at)));
        return fields;
    }

    private static Map<String, Object> evidence(StopReceipt.Facts facts) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("tree_id", facts.barrier().tree().value());
        fields.put("event_count", facts.evidence().count());
        fields.put("head_hash", facts.evidence().hash());
        return fields;
    }

    private static Map<String, Object> held(StopReceipt.Reconciliation unknown) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("operation_id", unknown.operationId());
        fields.put("run_id", unknown.runId());
        fields.put("held_by", unknown.heldBy());
        fields.put("why", unknown.why());
        fields.put("since", Wire.time(unknown.since()));
        return fields;
    }

    private Map<String, Object> inFlight(InFlight entry) {
        Operation operation = entry.operation();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("operation_id", operation.key().operation().value());
        fields.put("run_id", operation.key().run().value());
        fields.put("tool", operation.work().tool().value());
        operation.providerJob().ifPresent(job -> fields.put("provider_job", job));
        fields.put("state_at_barrier", Wire.of(entry.stateAtBarrier()));
        fields.put("state", Wire.of(operation.execution()));
        operation.attempt().flatMap(Attempt::result).ifPresent(result -> {
            fields.put("outcome", Wire.of(result.outcome()));
            result.error().ifPresent(error -> fields.put("error", error));
        });
        cancellation(operation.cancelRequest())
                .ifPresent(asked -> fields.put("cancellation", asked));
        operation
                .looking()
                .last()
                .ifPresent(seen -> fields.put("effect_check", effectCheck(operation, seen)));
        fields.put("settled_state", settledState(operation.settlement()));
        if (operation.settlement() instanceof Settlement.Settled settled) {
            fields.put("settled_at", Wire.time(settled.at()));
            fields.put("settled_by", settled.by());
            fields.put("settled_because", settled.evidence());
            if (settled.state() == Settlement.SettledState.COMPLETED_AND_VERIFIED) {
                completed(fields, operation, settled);
            }
        }
        return fields;
    }

    private void completed(
            Map<String, Object> fields, Operation operation, Settlement.Settled settled) {
        Map<String, Object> effect = new LinkedHashMap<>();
        operation.effectId().ifPresent(id -> effect.put("effect_id", id));
        effect.put("shown_by", settled.by());
        effect.put("seen", settled.evidence());
        effect.put("seen_at", Wire.time(settled.at()));
        operation
                .attempt()
                .flatMap(attempt -> attempt.result())
                .flatMap(result -> result.outputDigest())
                .ifPresent(digest -> effect.put("output_digest", digest));
        fields.put("effect_receipt", effect);
        Optional<ProviderProfile> profile = providers
                .find(operation.work().provider(), operation.work().tool())
                .map(Provider::profile);
        fields.put(
                "rollback_owner",
                profile.flatMap(ProviderProfile::recovery)
                        .flatMap(path -> path.owner())
                        .or(() -> profile.flatMap(ProviderProfile::reconcileOwner))
                        .orElse(receipt.facts().run().owner()));
        operation.recovery().ifPresent(key -> fields.put("recovery_operation", key.toString()));
    }

    private static Optional<Map<String, Object>> cancellation(CancelRequest request) {
        Map<String, Object> fields = new LinkedHashMap<>();
        switch (request) {
            case CancelRequest.NotRequested() -> {
                return Optional.empty();
            }
            case CancelRequest.Requested requested -> {
                fields.put("requested_at", Wire.time(requested.requestedAt()));
                fields.put("provider_response", "not_answered");
            }
            case CancelRequest.Answered answered -> {
                fields.put("requested_at", Wire.time(answered.requestedAt()));
                fields.put("provider_response", answered.response());
                fields.put("detail", answered.detail());
                fields.put("answered_at", Wire.time(answered.answeredAt()));
            }
        }
        return Optional.of(fields);
    }

    private static Map<String, Object> effectCheck(Operation operation, Looking.Seen seen) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "expected_absence",
                Map.of("effect_for_run", operation.key().run().value()));
        fields.put("observed", seen.word());
        fields.put("detail", seen.detail());
        fields.put("checked_at", Wire.time(seen.begunAt()));
        fields.put("tries", operation.looking().tries());
        return fields;
    }

    private static String settledState(Settlement settlement) {
        return switch (settlement) {
            case Settlement.Open() -> "pending";
            case Settlement.Settled settled -> Wire.of(settled.state());
            case Settlement.Unknown _ -> "unknown";
        };
    }

    /** Statement of the in-toto attestation framework, version 1, with the receipt as predicate. */
    Map<String, Object> statement() {
        StopReceipt.Facts facts = receipt.facts();
        Map<String, Object> subject = new LinkedHashMap<>();
        subject.put("name", "quietus-run:" + facts.barrier().run().value());
        subject.put("digest", Map.of("sha256", facts.evidence().hash()));
        Map<String, Object> statement = new LinkedHashMap<>();
        statement.put("_type", Statement.TYPE);
        statement.put("subject", List.of(subject));
        statement.put("predicateType", Statement.PREDICATE_TYPE);
        statement.put("predicate", Map.of("stop_receipt", fields()));
        return statement;
    }
}
