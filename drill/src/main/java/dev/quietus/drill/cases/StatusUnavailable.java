package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.truth.Evidence;

/**
 * The provider's status can't be had. The outcome stays unknown, with a name on it, until the
 * status is back; then it settles by itself, into a receipt that supersedes the first.
 */
final class StatusUnavailable implements Exercise {
    private static final String OUTCOME = "stop_incomplete_unknown_outcome";

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        String queue = bench.named("queue");
        Peer worker = bench.worker("worker", queue);
        RunAuthority run = bench.register("run");
        bench.truth()
                .turnOn(run.runId(), Behaviour.HOLD_BEFORE_COMMIT, Behaviour.STATUS_UNAVAILABLE);
        String call = bench.accept(run, "call", queue);
        worker.awaitReady();
        bench.awaitJob(run.runId(), call);
        JsonObject barrier = bench.stop(run, "drill: the provider's status is unavailable");
        unknown(bench, findings, barrier, call);
        bench.truth().turnOff(run.runId(), Behaviour.STATUS_UNAVAILABLE);
        settled(bench, findings, barrier);
        findings.check(
                "effects at the service", 0, bench.truth().effects(run.runId()).size());
    }

    private static void unknown(Bench bench, Findings findings, JsonObject barrier, String call)
            throws InterruptedException {
        JsonObject receipt = bench.receipt(barrier, findings);
        String decision = Receipts.word(receipt, "decision");
        long unknown = Receipts.count(receipt, "effects", "unknown");
        findings.observed(decision.equals("stop_incomplete") && unknown == 1 ? OUTCOME : decision);
        findings.check("effects.unknown", 1, unknown);
        findings.check(
                "effects.cancelled_without_effect",
                0,
                Receipts.count(receipt, "effects", "cancelled_without_effect"));
        findings.check(
                "the unknown is held by",
                DrillProvider.OWNER,
                Receipts.word(Receipts.reconciliation(receipt, call), "held_by"));
        findings.check(
                "the barrier stays open as",
                "incomplete",
                bench.operator().barrier(barrier.string("barrier_id")).string("state"));
    }

    private static void settled(Bench bench, Findings findings, JsonObject barrier)
            throws InterruptedException {
        JsonObject later = bench.awaitBarrier(
                barrier.string("barrier_id"),
                "is certified by itself when the status is back",
                found -> found.string("decision").equals("stopped_and_quiet"));
        String run = barrier.string("run_id");
        JsonObject receipt = Bench.verified(Evidence.newest(bench.operator(), run), findings);
        findings.check("decision later", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check("effects.unknown later", 0, Receipts.count(receipt, "effects", "unknown"));
        findings.check(
                "effects.cancelled_without_effect later",
                1,
                Receipts.count(receipt, "effects", "cancelled_without_effect"));
        long revision = later.integer("revision");
        findings.check(
                "the later receipt supersedes",
                revision - 1,
                receipt.optionalInteger("supersedes").orElse(-1));
        JsonObject first =
                Bench.verified(Evidence.ofRevision(bench.operator(), run, revision - 1), findings);
        findings.check(
                "the superseded receipt still says",
                "stop_incomplete",
                Receipts.word(first, "decision"));
    }
}
