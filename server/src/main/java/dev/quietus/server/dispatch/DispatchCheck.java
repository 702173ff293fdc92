package dev.quietus.server.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Authority;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.Work;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A decision without a record of it: what would be answered if it were asked for now. */
final class DispatchCheck {
    private DispatchCheck() {}

    static Map<String, Object> answer(
            Records records,
            RunId run,
            Optional<OperationId> id,
            Optional<Work> work,
            Claimed claimed) {
        List<Run> path = records.pathShared(run);
        Optional<Operation> operation = path.isEmpty()
                ? Optional.empty()
                : id.flatMap(each ->
                        records.operation(path.getFirst().tree(), new OperationKey(run, each)));
        Decision decision = operation
                .map(found -> Authority.mayBegin(path, claimed, found, List.of(), records.now()))
                .orElseGet(() -> work.map(
                                each -> Authority.mayAccept(path, claimed, each, records.now()))
                        .orElse(Decision.DENY_UNKNOWN_RUN));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run_id", run.value());
        fields.put("decision", Wire.of(decision));
        shown(path, decision, records.now())
                .ifPresent(check -> fields.put("child_dispatch_check", check));
        return fields;
    }

    /** The check of a child run against its parent, as the gateway sees it. */
    static Optional<Map<String, Object>> shown(List<Run> path, Decision decision, Instant now) {
        if (path.size() < 2) {
            return Optional.empty();
        }
        Run child = path.getFirst();
        Run parent = decisive(path);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("child_run", child.id().value());
        fields.put("parent_run", parent.id().value());
        fields.put("child_epoch", child.epoch());
        fields.put("current_parent_epoch", parent.epoch());
        fields.put("parent_lease_status", status(parent, now));
        fields.put("decision", Wire.of(decision));
        fields.put("external_call_sent", false);
        return Optional.of(fields);
    }

    /** The run whose own stop counts for the child: those between have lost their leases to it. */
    private static Run decisive(List<Run> path) {
        Run nearest = path.stream()
                .skip(1)
                .filter(run -> run.lease().revoked())
                .findFirst()
                .orElse(path.get(1));
        return path.stream()
                .skip(1)
                .filter(run -> run.lease().revoked())
                .filter(run -> run.lease().revokedBy().equals(nearest.lease().revokedBy()))
                .reduce((_, above) -> above)
                .orElse(nearest);
    }

    private static String status(Run run, Instant now) {
        if (run.lease().revoked()) {
            return "revoked";
        }
        return run.lease().expired(now) ? "expired" : "active";
    }
}
