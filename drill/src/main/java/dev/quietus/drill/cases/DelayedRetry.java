package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.peer.Peer;

import java.time.Duration;
import java.time.Instant;

/**
 * An attempt fails, the next is scheduled, the run is stopped, and the worker's timer fires. A
 * retry timer is queued authority in another form.
 */
final class DelayedRetry implements Exercise {
    private static final Duration AFTER_DUE = Duration.ofMillis(200);

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        String queue = bench.named("queue");
        Peer worker = bench.worker("worker", queue).awaitReady();
        RunAuthority run = bench.register("run");
        bench.truth().set(run.runId(), Behaviour.RETRY_AFTER_REQUESTS, 1);
        String call = bench.accept(run, "call", queue);
        JsonObject scheduled = bench.awaitOperation(
                run.runId(),
                call,
                "is scheduled again",
                found -> found.string("state").equals("scheduled"));
        // The timer is set before the stop and knows nothing of it.
        Duration due = Duration.between(Instant.now(), scheduled.instant("available_at"));
        long timer = worker.tell(
                "begin",
                JsonObject.builder()
                        .put("message", bench.message(run, call))
                        .put("after_ms", Math.max(0, due.plus(AFTER_DUE).toMillis())));
        JsonObject barrier = bench.stop(run, "drill: a delayed retry fires after the stop");
        JsonObject fired = worker.answer(timer, "begin", Bench.SOON);
        findings.observed(fired.string("decision"));
        findings.check("the answer to begin is a refusal", 403, fired.integer("status"));
        findings.check(
                "requests for a preview at the service", 1, bench.truth().orders(run.runId()));
        findings.check("jobs at the service", 0, bench.truth().jobs(run.runId()).size());
        JsonObject receipt = bench.receipt(barrier, findings);
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check(
                "scheduled retries cancelled",
                1,
                Receipts.count(receipt, "work", "scheduled_retries_cancelled"));
        JsonObject kept = bench.operator().operation(run.runId(), call);
        findings.check("attempts", 1, kept.integer("attempt"));
        findings.check("the call is kept as", "cancelled_before_start", kept.string("state"));
    }
}
