package dev.quietus.server.run;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Authority;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.ledger.RunCounts;
import dev.quietus.server.barrier.BarrierView;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a run is shown: its own record, whether its authority holds now, and the stop over it. */
public final class RunView {
    private static final int CHILDREN_SHOWN = 1_000;

    private RunView() {}

    /** The run with its path, its counts and the nearest stop over it. */
    public static Map<String, Object> shown(Records records, Run run, RunCounts counts) {
        List<Run> path = records.pathShared(run.id());
        Map<String, Object> fields = basics(run, records.now());
        fields.put("lease_status", leaseStatus(path, records.now()));
        Optional<Barrier> stop = nearestStop(records, path);
        fields.put("state", Wire.of(state(run, path, stop)));
        fields.put("counts", counts(counts));
        stop.ifPresent(barrier -> fields.put("stop", BarrierView.lampsOf(barrier)));
        return fields;
    }

    /** The same with the list of its child runs. */
    public static Map<String, Object> shownWithChildren(
            Records records, Run run, RunCounts counts) {
        Map<String, Object> fields = shown(records, run, counts);
        fields.put(
                "child_runs",
                records.children(run.tree(), run.id(), CHILDREN_SHOWN).stream()
                        .map(child -> Map.of(
                                "run_id", child.id().value(),
                                "lease", child.lease().id().value()))
                        .toList());
        return fields;
    }

    /** What a caller needs to act under the run's lease. */
    public static Map<String, Object> authority(Run run, String leaseToken, Instant now) {
        Map<String, Object> fields = basics(run, now);
        fields.put("lease_token", leaseToken);
        return fields;
    }

    private static Map<String, Object> basics(Run run, Instant now) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run_id", run.id().value());
        fields.put("tree_id", run.tree().value());
        run.parent().ifPresent(parent -> fields.put("parent_run_id", parent.value()));
        run.registeredParent()
                .filter(parent -> run.parent().isEmpty())
                .ifPresent(parent -> fields.put("registered_under", parent.value()));
        run.taskId().ifPresent(task -> fields.put("task_id", task));
        fields.put("owner", run.owner());
        fields.put("state", Wire.of(run.state()));
        fields.put("lease", run.lease().id().value());
        fields.put("root_lease", run.lease().id().value());
        fields.put("revocation_epoch", run.epoch());
        fields.put("capabilities", run.lease().capabilities().written());
        if (!run.stoppedTools().isEmpty()) {
            fields.put(
                    "stopped_tools",
                    run.stoppedTools().stream().map(CapabilityPattern::value).toList());
        }
        fields.put("valid_until", Wire.time(run.lease().validUntil()));
        run.lease().revokedAt().ifPresent(at -> fields.put("revoked_at", Wire.time(at)));
        if (!run.labels().isEmpty()) {
            fields.put("labels", run.labels());
        }
        run.resumes().ifPresent(id -> fields.put("resumes", id.value()));
        fields.put("registered_at", Wire.time(run.registeredAt()));
        run.endedAt().ifPresent(at -> fields.put("ended_at", Wire.time(at)));
        fields.put("server_time", Wire.time(now));
        return fields;
    }

    private static Map<String, Object> counts(RunCounts counts) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("not_started", counts.notStarted());
        fields.put("running", counts.running());
        fields.put("unsettled", counts.unsettled());
        fields.put("unknown", counts.unknown());
        return fields;
    }

    private static String leaseStatus(List<Run> path, Instant now) {
        if (Authority.revoked(path)) {
            return "revoked";
        }
        if (path.getFirst().state() == RunState.COMPLETED) {
            return "ended";
        }
        return path.stream().anyMatch(run -> run.lease().expired(now)) ? "expired" : "active";
    }

    /**
     * A child of a stopped run is cancelling from the same moment, whatever its own row says yet.
     */
    private static RunState state(Run run, List<Run> path, Optional<Barrier> stop) {
        boolean revokedAbove =
                Authority.revoked(path) && run.state() == RunState.RUNNING && stop.isPresent();
        return revokedAbove ? RunState.CANCELLING : run.state();
    }

    private static Optional<Barrier> nearestStop(Records records, List<Run> path) {
        List<RunId> ids = path.stream().map(Run::id).toList();
        List<Barrier> all = records.barriersOf(path.getFirst().tree(), ids);
        for (RunId id : ids) {
            for (Barrier barrier : all) {
                if (barrier.run().equals(id) && barrier.selector() instanceof Selector.Everything) {
                    return Optional.of(barrier);
                }
            }
        }
        return Optional.empty();
    }
}
