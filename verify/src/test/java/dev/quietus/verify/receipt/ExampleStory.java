package dev.quietus.verify.receipt;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of the example: a release run is stopped while a preview is being reserved, the status
 * endpoint does not answer within the budget, and answers a minute later.
 */
final class ExampleStory {
    static final TreeId TREE = new TreeId("cc-run-4421");
    static final RunId RUN = new RunId("cc-run-4421");
    static final RunId CHECKS = new RunId("cc-run-4421-checks");
    static final RunId TICKET = new RunId("cc-run-4421-ticket");
    static final BarrierId BARRIER = new BarrierId("stop-cc-run-4421-01");
    static final OperationKey PREVIEW =
            OperationKey.of("cc-run-4421", "reserve-preview-payments-8bc911d");
    static final OperationKey REPORT = OperationKey.of("cc-run-4421-checks", "publish-db-report");
    static final OperationKey MODEL = OperationKey.of("cc-run-4421", "model-request-41");
    static final OperationKey RECOVERY =
            OperationKey.of("cc-run-4421-checks-recovery", "recover-publish-db-report");

    private final List<Event> events = new ArrayList<>();
    private ChainHead head = ChainHead.EMPTY;
    private ChainHead firstReceipt = ChainHead.EMPTY;
    private ChainHead secondReceipt = ChainHead.EMPTY;

    private ExampleStory() {}

    /** The story from the first run to the second receipt. */
    static ExampleStory told() {
        ExampleStory story = new ExampleStory();
        story.runsAndWork();
        story.stop();
        story.firstReceipt = story.head;
        story.receipt("10:52:04.402", 1, "stop_incomplete", 1);
        story.answerAfterAll();
        story.secondReceipt = story.head;
        story.receipt("10:53:34.590", 2, "stopped_and_quiet", 0);
        return story;
    }

    List<Event> events() {
        return List.copyOf(events);
    }

    /** The head that the first receipt covers. */
    ChainHead firstReceipt() {
        return firstReceipt;
    }

    /** The head that the second receipt covers. */
    ChainHead secondReceipt() {
        return secondReceipt;
    }

    static Instant at(String time) {
        return Instant.parse("2026-08-16T" + time + "Z");
    }

    private void add(String time, EventDraft draft) {
        Event event = Event.chained(TREE, head, at(time), draft);
        events.add(event);
        head = new ChainHead(event.seq(), event.hash());
    }

    private void runsAndWork() {
        add(
                "10:50:12.007",
                EventDraft.of(EventType.RUN_REGISTERED, RUN)
                        .with("task_id", "release-payments-8bc911d")
                        .with("owner", "team-payments")
                        .with("lease", "lease-90e4")
                        .with("capabilities", List.of("ci.*", "deployment.reserve_preview"))
                        .with("valid_until", "2026-08-16T11:20:00.000Z")
                        .with("revocation_epoch", 17L)
                        .with("by", "operator:thomas"));
        add("10:50:14.120", child(CHECKS, "lease-90e4-checks"));
        add("10:50:14.655", child(TICKET, "lease-90e4-ticket"));
        add("10:50:31.402", begun(PREVIEW, "deployment.reserve_preview"));
        add("10:50:40.009", begun(REPORT, "ci.publish_report"));
        add("10:50:58.730", begun(MODEL, "model.messages"));
        add(
                "10:50:59.001",
                EventDraft.of(EventType.OPERATION_REPORTED, PREVIEW)
                        .with("attempt", 1L)
                        .with("worker", "release-agent")
                        .with("sent", "sent")
                        .with("provider_job", "preview-7712"));
    }

    private static EventDraft child(RunId run, String lease) {
        return EventDraft.of(EventType.RUN_REGISTERED, run)
                .with("parent_run_id", RUN.value())
                .with("owner", "team-payments")
                .with("lease", lease)
                .with("revocation_epoch", 17L)
                .with("by", "agent:" + RUN);
    }

    private static EventDraft begun(OperationKey key, String tool) {
        return EventDraft.of(EventType.OPERATION_BEGUN, key)
                .with("attempt", 1L)
                .with("worker", "release-agent")
                .with("tool", tool)
                .with("revocation_epoch", 17L);
    }

    private void stop() {
        add(
                "10:51:04.018",
                EventDraft.of(EventType.STOP_REQUESTED, RUN)
                        .under(BARRIER)
                        .with("selector", "everything")
                        .with("reason", "wrong commit – payments 8bc911d")
                        .with("requested_by", "operator:thomas")
                        .with("root_lease", "lease-90e4")
                        .with("new_revocation_epoch", 18L));
        add(
                "10:51:04.071",
                EventDraft.of(EventType.DESCENDANTS_REVOKED, RUN)
                        .under(BARRIER)
                        .with("runs", List.of(CHECKS.value(), TICKET.value())));
        add(
                "10:51:04.071",
                EventDraft.of(EventType.IN_FLIGHT_CAPTURED, RUN)
                        .under(BARRIER)
                        .with(
                                "operations",
                                List.of(PREVIEW.toString(), REPORT.toString(), MODEL.toString())));
        add("10:51:04.233", EventDraft.of(EventType.CANCEL_REQUESTED, PREVIEW).under(BARRIER));
        add(
                "10:51:04.310",
                EventDraft.of(EventType.CANCEL_ANSWERED, PREVIEW)
                        .under(BARRIER)
                        .with("provider_response", "accepted")
                        .with("detail", "HTTP 202"));
        add("10:51:05.120", settled(REPORT, "completed_and_verified", "provider:checks"));
        add(
                "10:52:04.400",
                EventDraft.of(EventType.OUTCOME_UNKNOWN, PREVIEW)
                        .under(BARRIER)
                        .with("held_by", "team-deploys")
                        .with("why", "asked 6 times in 60 s: HTTP 503"));
    }

    private static EventDraft settled(OperationKey key, String state, String by) {
        return EventDraft.of(EventType.OPERATION_SETTLED, key)
                .under(BARRIER)
                .with("settled_state", state)
                .with("by", by);
    }

    private void answerAfterAll() {
        add("10:53:04.410", observed());
        add("10:53:04.498", settled(PREVIEW, "cancelled_without_effect", "provider:deployment"));
        add(
                "10:53:04.501",
                EventDraft.of(EventType.BARRIER_MOVED, RUN)
                        .under(BARRIER)
                        .with("state", "quiet")
                        .with("lamp", "effects_settled"));
        add("10:53:34.580", observed());
    }

    private static EventDraft observed() {
        return EventDraft.of(EventType.EFFECT_OBSERVED, PREVIEW)
                .under(BARRIER)
                .with("observed", "none")
                .with("detail", "HTTP 200, nothing matches");
    }

    private void receipt(String time, int revision, String decision, long unknown) {
        add(
                time,
                EventDraft.of(EventType.RECEIPT_ISSUED, RUN)
                        .under(BARRIER)
                        .with("revision", revision)
                        .with("decision", decision)
                        .with("unknown", unknown)
                        .with("verified_at", "2026-08-16T" + time + "Z"));
    }
}
