package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.peer.Peer;

import java.time.Duration;

/**
 * A run's lease runs out while one of its calls is in flight. Nothing new starts; what had begun
 * keeps its own result, and the stop of the run still finds it.
 */
final class LeaseMidFlight implements Exercise {
    /** Long enough to begin a call under it, on a busy machine too. */
    private static final Duration SHORT_LEASE = Duration.ofSeconds(8);

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        String queue = bench.named("queue");
        Peer worker = bench.worker("worker", queue).awaitReady();
        RunAuthority run = bench.register("run", SHORT_LEASE);
        bench.truth().turnOn(run.runId(), Behaviour.HOLD_BEFORE_COMMIT);
        String call = bench.accept(run, "call", queue);
        String waiting = bench.accept(run, "waiting", bench.named("nobody"));
        String job = bench.awaitJob(run.runId(), call);
        bench.awaitHeld(job);
        bench.awaitOperation(
                run.runId(),
                waiting,
                "is taken out when the lease has run out",
                found -> found.string("state").equals("cancelled_before_start"));
        JsonObject begun = worker.ask(
                "begin",
                JsonObject.builder().put("message", bench.message(run, waiting)),
                Bench.SOON);
        findings.observed(begun.string("decision"));
        findings.check("the answer to begin is a refusal", 403, begun.integer("status"));
        findings.check(
                "the run is", "expired", bench.operator().run(run.runId()).string("state"));
        findings.check(
                "the call in flight is",
                "running",
                bench.operator().operation(run.runId(), call).string("state"));
        bench.truth().release(run.runId());
        bench.awaitOperation(
                run.runId(),
                call,
                "keeps its own result",
                found -> found.string("state").equals("succeeded"));
        stopped(bench, findings, run);
    }

    private static void stopped(Bench bench, Findings findings, RunAuthority run)
            throws InterruptedException {
        JsonObject receipt =
                bench.receipt(bench.stop(run, "drill: the lease ran out before"), findings);
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check("effects.unknown", 0, Receipts.count(receipt, "effects", "unknown"));
        findings.check(
                "requests for a preview at the service", 1, bench.truth().orders(run.runId()));
        findings.check(
                "effects at the service", 1, bench.truth().effects(run.runId()).size());
        findings.check(
                "events that say that the lease ran out",
                1,
                bench.events(run.runId(), "run_expired"));
    }
}
