package dev.quietus.drill.cases;

import dev.quietus.client.CheckRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.peer.Peer;

/**
 * Somebody stops a run that has finished already. It is no error, and no reason to say less: the
 * receipt says that there is nothing, and the run stays as it ended.
 */
final class FinishedRun implements Exercise {

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        String queue = bench.named("queue");
        Peer worker = bench.worker("worker", queue);
        RunAuthority run = bench.register("run");
        String call = bench.accept(run, "call", queue);
        worker.awaitReady();
        bench.awaitOperation(
                run.runId(), call, "succeeded", found -> found.string("state").equals("succeeded"));
        bench.operator().complete(run.runId());
        JsonObject barrier = bench.stop(run, "drill: the run has finished");
        JsonObject receipt = bench.receipt(barrier, findings);
        findings.observed(Receipts.word(receipt, "decision"));
        findings.check("pending calls", 0, Receipts.count(receipt, "work", "pending_calls"));
        findings.check("effects.unknown", 0, Receipts.count(receipt, "effects", "unknown"));
        findings.check(
                "the run stays", "completed", bench.operator().run(run.runId()).string("state"));
        findings.check(
                "its call stays",
                "succeeded",
                bench.operator().operation(run.runId(), call).string("state"));
        JsonObject begun = worker.ask(
                "begin", JsonObject.builder().put("message", bench.message(run, call)), Bench.SOON);
        findings.check("its call begun again", "has_outcome", begun.string("decision"));
        findings.check(
                "a start of something new",
                "deny_stale_epoch",
                bench.operator()
                        .check(CheckRequest.ofTool(
                                run.runId(),
                                run.lease(),
                                run.revocationEpoch(),
                                DrillProvider.TOOL))
                        .decision());
        findings.check(
                "requests for a preview at the service", 1, bench.truth().orders(run.runId()));
        findings.check(
                "effects at the service", 1, bench.truth().effects(run.runId()).size());
        JsonObject again = bench.stop(run, "drill: the same stop again");
        findings.check(
                "the same stop again finds",
                barrier.string("barrier_id"),
                again.string("barrier_id"));
    }
}
