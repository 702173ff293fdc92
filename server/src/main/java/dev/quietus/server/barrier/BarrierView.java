package dev.quietus.server.barrier;

import dev.quietus.core.Wire;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.QuietRule;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Tally;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;
import dev.quietus.server.dispatch.OperationView;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a barrier is shown: the record of the source, then its steps and what they found so far. */
public final class BarrierView {
    private static final int IN_FLIGHT_SHOWN = 100;

    private BarrierView() {}

    /** Everything: the record, the lamps, the counts and what is in flight. */
    public static Map<String, Object> shown(Records records, Barrier barrier, QuietRule quiet) {
        Map<String, Object> fields = record(records, barrier);
        fields.putAll(lampsOf(barrier));
        ScopeCounts counts = records.counts(barrier);
        Outcomes outcomes = records.outcomes(barrier.id());
        fields.put("work", work(barrier.tally(), counts, outcomes));
        fields.put("effects", effects(outcomes));
        fields.put("late_attempts_denied", barrier.tally().lateAttemptsDenied());
        fields.put("descendant_leases_revoked", barrier.tally().descendantLeasesRevoked());
        fields.put("active_leases", counts.activeLeases());
        fields.put("last_activity_at", Wire.time(barrier.lastActivityAt()));
        long quietSeconds = quiet.period(records, barrier).toMillis() / 1_000;
        fields.put("quiet_period_seconds", quietSeconds);
        if (barrier.state() == BarrierState.QUIET) {
            fields.put(
                    "quiet_until",
                    Wire.time(barrier.lastActivityAt().plus(quiet.period(records, barrier))));
        }
        fields.put("in_flight", inFlight(records, barrier));
        fields.put("server_time", Wire.time(records.now()));
        return fields;
    }

    /** What a stop is answered with: its size does not depend on the size of the scope. */
    public static Map<String, Object> acknowledged(Records records, Barrier barrier) {
        Map<String, Object> fields = record(records, barrier);
        fields.putAll(lampsOf(barrier));
        fields.put("server_time", Wire.time(records.now()));
        return fields;
    }

    /** The record as the source shows it. */
    public static Map<String, Object> record(Records records, Barrier barrier) {
        Map<String, Object> fields = new LinkedHashMap<>();
        boolean everything = barrier.selector() instanceof Selector.Everything;
        fields.put("barrier_id", barrier.id().value());
        fields.put("run_id", barrier.run().value());
        fields.put("tree_id", barrier.tree().value());
        fields.put("selector", barrier.selector().word());
        fields.put("requested_at", Wire.time(barrier.requestedAt()));
        fields.put("requested_by", barrier.requestedBy());
        fields.put("reason", barrier.reason());
        Map<String, Object> revoke = new LinkedHashMap<>();
        records.run(barrier.run())
                .map(Run::lease)
                .ifPresent(lease -> revoke.put("root_lease", lease.id().value()));
        revoke.put("descendants", everything);
        revoke.put("new_revocation_epoch", barrier.newEpoch());
        fields.put("revoke", revoke);
        fields.put("queue_policy", Map.of("reject_not_started", true, "retain_for_audit", true));
        fields.put(
                "in_flight_policy",
                Map.of("request_provider_cancel", true, "reconcile_effects", true));
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("pending_calls", 0);
        rule.put("unknown_outcomes", 0);
        rule.put("active_leases", 0);
        fields.put("completion_rule", rule);
        return fields;
    }

    /** The step, the four lamps and the newest receipt's word. */
    public static Map<String, Object> lampsOf(Barrier barrier) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("barrier_id", barrier.id().value());
        fields.put("state", Wire.of(barrier.state()));
        Map<String, Object> stages = new LinkedHashMap<>();
        put(stages, "generation_stopped", barrier.lamps().generationStopped());
        stages.put("dispatch_stopped", Wire.time(barrier.lamps().dispatchStopped()));
        put(stages, "queued_work_cancelled", barrier.lamps().queuedWorkCancelled());
        put(stages, "effects_settled", barrier.lamps().effectsSettled());
        fields.put("stages", stages);
        switch (barrier.state()) {
            case CERTIFIED -> fields.put("decision", "stopped_and_quiet");
            case INCOMPLETE -> fields.put("decision", "stop_incomplete");
            case REQUESTED, SWEEPING, SIGNALLING, SETTLING, QUIET ->
                fields.put("decision", "stopping");
        }
        fields.put("revision", barrier.revision());
        put(fields, "certified_at", barrier.certifiedAt());
        return fields;
    }

    /** A receipt's place in the list of its barrier. */
    static Map<String, Object> listed(IssuedReceipt receipt) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("revision", receipt.revision());
        fields.put("decision", receipt.decision());
        fields.put("issued_at", Wire.time(receipt.issuedAt()));
        fields.put("key_id", receipt.keyId());
        return fields;
    }

    private static void put(Map<String, Object> fields, String name, Optional<Instant> at) {
        at.ifPresent(time -> fields.put(name, Wire.time(time)));
    }

    private static Map<String, Object> work(Tally tally, ScopeCounts counts, Outcomes outcomes) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("queued_cancelled", tally.queuedCancelled());
        fields.put("scheduled_retries_cancelled", tally.scheduledRetriesCancelled());
        fields.put("timers_cancelled", tally.timersCancelled());
        fields.put("approvals_cancelled", tally.approvalsCancelled());
        fields.put("in_flight_settled", outcomes.settled());
        fields.put("pending_calls", counts.notStarted() + counts.uncaptured() + counts.pending());
        fields.put("generating", counts.generating());
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

    private static List<Map<String, Object>> inFlight(Records records, Barrier barrier) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (InFlight entry : records.inFlight(barrier.id(), IN_FLIGHT_SHOWN)) {
            Map<String, Object> fields = OperationView.shown(entry.operation());
            fields.put("state_at_barrier", Wire.of(entry.stateAtBarrier()));
            all.add(fields);
        }
        return all;
    }
}
