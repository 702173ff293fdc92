package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.truth.Evidence;

import java.util.List;

/**
 * Work of a child run waits in a queue; the parent is stopped; a worker that took the message
 * before begins it. The gateway said yes when the work was queued; that is no permission now.
 */
final class QueuedCall implements Exercise {

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        String queue = bench.named("queue");
        RunAuthority parent = bench.register("parent");
        Peer agent = bench.agent("parent-agent", parent);
        Peer worker = bench.worker("worker");
        RunAuthority child = bench.child(agent, "child");
        JsonObject accepted = agent.ask(
                "accept",
                JsonObject.builder()
                        .put("run_id", child.runId())
                        .put("operation_id", bench.named("call"))
                        .put("tool", DrillProvider.TOOL)
                        .put("queue", queue),
                Bench.SOON);
        worker.awaitReady();
        JsonObject barrier = bench.stop(parent, "drill: a queued call starts after the stop");
        JsonObject begun = worker.ask(
                "begin",
                JsonObject.builder().put("message", accepted.object("message")),
                Bench.SOON);
        findings.observed(begun.string("decision"));
        findings.check("the answer to begin is a refusal", 403, begun.integer("status"));
        JsonObject claimed =
                worker.ask("claim", JsonObject.builder().put("queue", queue), Bench.SOON);
        findings.check("the queue hands it out", false, claimed.bool("claimed"));
        ground(bench, findings, child.runId());
        record(bench, findings, child.runId(), barrier);
    }

    /** Nothing may have reached the service. */
    static void ground(Bench bench, Findings findings, String runId) {
        findings.check("requests for a preview at the service", 0, bench.truth().orders(runId));
        findings.check("jobs at the service", 0, bench.truth().jobs(runId).size());
        findings.check("effects at the service", 0, bench.truth().effects(runId).size());
    }

    private static void record(Bench bench, Findings findings, String childId, JsonObject barrier)
            throws InterruptedException {
        JsonObject receipt = bench.receipt(barrier, findings);
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check(
                "queued calls cancelled", 1, Receipts.count(receipt, "work", "queued_cancelled"));
        late(bench, findings, childId, receipt);
        JsonObject kept = bench.operator().operation(childId, bench.named("call"));
        findings.check("the call is kept as", "cancelled_before_start", kept.string("state"));
        findings.check(
                "the call names its barrier",
                barrier.string("barrier_id"),
                Receipts.word(kept, "cancelled_by"));
    }

    /** On a slow machine the start comes after the receipt, which can't count it then. */
    private static void late(Bench bench, Findings findings, String childId, JsonObject receipt) {
        List<JsonObject> denied = Evidence.events(bench.operator(), childId).stream()
                .filter(event -> event.string("type").equals("late_attempt_denied"))
                .toList();
        findings.check("late attempts in the chain", 1, denied.size());
        long covered = Receipts.count(receipt, "evidence", "event_count");
        findings.check(
                "late attempts that the receipt counts, of those that it covers",
                denied.stream().filter(event -> event.integer("seq") <= covered).count(),
                receipt.optionalInteger("late_attempts_denied").orElse(-1));
    }
}
