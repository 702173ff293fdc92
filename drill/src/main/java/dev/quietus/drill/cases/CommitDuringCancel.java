package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.peer.Peer;

import java.util.List;

/**
 * The service says yes to the cancel and commits in the same moment. Its yes is no proof: what is
 * there counts, with an effect receipt, an owner of the way back, and a recovery to be approved.
 */
final class CommitDuringCancel implements Exercise {

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        String queue = bench.named("queue");
        Peer worker = bench.worker("worker", queue);
        RunAuthority run = bench.register("run");
        bench.truth()
                .turnOn(run.runId(), Behaviour.HOLD_BEFORE_COMMIT, Behaviour.COMMIT_DURING_CANCEL);
        String call = bench.accept(run, "call", queue);
        worker.awaitReady();
        String job = bench.awaitJob(run.runId(), call);
        findings.check(
                "the job stands before its commit point",
                true,
                bench.truth().await(job, "held", Bench.SOON));
        JsonObject barrier = bench.stop(run, "drill: the provider commits during the cancel");
        JsonObject receipt = bench.receipt(barrier, findings);
        JsonObject settled = Receipts.inFlight(receipt, call);
        findings.observed(Receipts.word(settled, "settled_state"));
        findings.check(
                "the provider's answer to the cancel",
                "accepted",
                Receipts.word(Receipts.part(settled, "cancellation"), "provider_response"));
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check(
                "effects.completed_and_verified",
                1,
                Receipts.count(receipt, "effects", "completed_and_verified"));
        findings.check(
                "rollback owner", DrillProvider.OWNER, Receipts.word(settled, "rollback_owner"));
        effect(bench, findings, run, settled);
    }

    private static void effect(
            Bench bench, Findings findings, RunAuthority run, JsonObject settled) {
        List<JsonObject> there = bench.truth().effects(run.runId());
        findings.check("effects at the service", 1, there.size());
        findings.check(
                "the effect receipt names the effect at the service",
                there.isEmpty() ? Receipts.MISSING : there.getFirst().string("effect_id"),
                Receipts.word(Receipts.part(settled, "effect_receipt"), "effect_id"));
        String recovery = Receipts.word(settled, "recovery_operation");
        int slash = recovery.indexOf('/');
        findings.check(
                "its recovery is",
                "awaiting_approval",
                slash < 0
                        ? recovery
                        : bench.operator()
                                .operation(
                                        recovery.substring(0, slash), recovery.substring(slash + 1))
                                .string("state"));
    }
}
