package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.RUN;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.StrictJson;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Lease;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How a run and its lease lie in one row; lists and labels are JSON. */
final class RunShape {
    static final Words<RunState> STATE = new Words<>(RunState.class);

    static final Shape<Run> SHAPE = new Shape<>(
            RUN,
            List.of(
                    RUN.TREE_ID,
                    RUN.RUN_ID,
                    RUN.REGISTERED_PARENT_RUN_ID,
                    RUN.PARENT_RUN_ID,
                    RUN.TASK_ID,
                    RUN.OWNER,
                    RUN.LABELS,
                    RUN.RESUMES_RUN_ID,
                    RUN.CONTENT_DIGEST,
                    RUN.REGISTERED_AT,
                    RUN.STATE,
                    RUN.LEASE_ID,
                    RUN.CAPABILITIES,
                    RUN.VALID_UNTIL,
                    RUN.REVOKED_AT,
                    RUN.REVOKED_BY,
                    RUN.EPOCH,
                    RUN.STOPPED_TOOLS,
                    RUN.ENDED_AT),
            2,
            List.of(RUN.POSITION),
            RunShape::write,
            RunShape::read);

    private RunShape() {}

    private static void write(RowWriter out, Run run) {
        Lease lease = run.lease();
        out.text(run.tree().value())
                .text(run.id().value())
                .text(run.registeredParent())
                .text(run.parent())
                .text(run.taskId())
                .text(run.owner())
                .text(CanonicalJson.write(run.labels()))
                .text(run.resumes())
                .text(run.contentDigest())
                .time(run.registeredAt())
                .word(STATE, run.state())
                .text(lease.id().value())
                .text(CanonicalJson.write(lease.capabilities().written()))
                .time(lease.validUntil())
                .time(lease.revokedAt())
                .text(lease.revokedBy())
                .number(run.epoch())
                .text(CanonicalJson.write(run.stoppedTools().stream()
                        .map(CapabilityPattern::value)
                        .toList()))
                .time(run.endedAt());
    }

    private static Run read(RowReader in) {
        return new Run(
                new TreeId(in.text()),
                new RunId(in.text()),
                in.optionalText().map(RunId::new),
                in.optionalText().map(RunId::new),
                in.optionalText(),
                in.text(),
                labels(in.text()),
                in.optionalText().map(RunId::new),
                in.text(),
                in.time(),
                in.word(STATE),
                new Lease(
                        new LeaseId(in.text()),
                        new Capabilities(patterns(in.text())),
                        in.time(),
                        in.optionalTime(),
                        in.optionalText().map(BarrierId::new)),
                in.number(),
                patterns(in.text()),
                in.optionalTime());
    }

    private static Map<String, String> labels(String json) {
        Map<String, String> labels = new LinkedHashMap<>();
        StrictJson.object(json, 1).forEach((key, value) -> labels.put(key, value.toString()));
        return labels;
    }

    private static List<CapabilityPattern> patterns(String json) {
        return StrictJson.list(json, 1).stream()
                .map(value -> new CapabilityPattern(value.toString()))
                .toList();
    }
}
