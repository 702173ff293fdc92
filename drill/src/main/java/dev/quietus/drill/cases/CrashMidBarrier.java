package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.peer.Peer;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * The process that drives the barrier is killed three times: right after the stop was answered,
 * while a call in flight is being settled, and in the quiet period. Each time another process finds
 * the same barrier in the record and carries it on.
 */
final class CrashMidBarrier implements Exercise {
    private static final String OUTCOME = "resume_from_durable_barrier";

    /** Above everything that the kills cost; the budget goes on while nobody works on it. */
    private static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(200);

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        String queue = bench.named("queue");
        RunAuthority run = bench.register("run");
        Peer worker = bench.worker("worker", queue);
        Peer agent = bench.agent("agent", run);
        bench.truth().turnOn(run.runId(), Behaviour.HOLD_BEFORE_COMMIT, Behaviour.IGNORE_CANCEL);
        String call = bench.accept(run, "call", queue);
        waiting(bench, agent, run);
        worker.awaitReady();
        String job = bench.awaitJob(run.runId(), call);
        bench.awaitHeld(job);
        JsonObject stopped = bench.operator()
                .stop(
                        run.runId(),
                        StopRequest.because("drill: the barrier's process is killed")
                                .settlingWithin(SETTLE_TIMEOUT));
        crash(bench, findings, stopped, "right after the answer");
        reach(
                bench,
                stopped,
                "is settling",
                found -> found.string("state").equals("settling") && asked(found, call));
        crash(bench, findings, stopped, "while settling");
        reach(bench, stopped, "is settling", found -> found.string("state").equals("settling"));
        findings.check("held jobs that were let go", 1, bench.truth().release(run.runId()));
        reach(bench, stopped, "is quiet", found -> found.string("state").equals("quiet"));
        crash(bench, findings, stopped, "while quiet");
        JsonObject receipt = bench.receipt(stopped, findings);
        boolean same = findings.hold();
        String decision = Receipts.word(receipt, "decision");
        findings.observed(same && decision.equals("stopped_and_quiet") ? OUTCOME : decision);
        counts(bench, findings, run, receipt);
    }

    /** A child run, two calls that wait for a worker, and a retry that waits for its time. */
    private static void waiting(Bench bench, Peer agent, RunAuthority run)
            throws InterruptedException {
        RunAuthority child = bench.child(agent, "child");
        bench.accept(run, "queued-1", bench.named("nobody"));
        bench.accept(child, "queued-2", bench.named("nobody"));
        agent.ask(
                "fail_once",
                JsonObject.builder()
                        .put("operation_id", bench.named("retried"))
                        .put("tool", DrillProvider.TOOL)
                        .put("effects", "none")
                        .put("error", "drill")
                        .put("retry_after_ms", 120_000),
                Bench.SOON);
    }

    /** Kills the server, starts another on the same ledger, and looks for the same barrier. */
    private static void crash(Bench bench, Findings findings, JsonObject stopped, String when)
            throws InterruptedException {
        bench.server().kill();
        bench.server().startAgain();
        JsonObject found = bench.operator().barrier(stopped.string("barrier_id"));
        findings.check("barrier after a kill " + when, identity(stopped), identity(found));
    }

    /** What must be the same whoever carries the barrier on. */
    static String identity(JsonObject barrier) {
        return "%s, epoch %d, asked at %s"
                .formatted(
                        barrier.string("barrier_id"),
                        barrier.object("revoke").integer("new_revocation_epoch"),
                        barrier.string("requested_at"));
    }

    private static void reach(
            Bench bench, JsonObject stopped, String wanted, Predicate<JsonObject> goal)
            throws InterruptedException {
        bench.awaitBarrier(stopped.string("barrier_id"), wanted, goal);
    }

    /** Whether the barrier shows that the provider was asked to cancel the call, and answered. */
    static boolean asked(JsonObject barrier, String call) {
        JsonObject entry = Receipts.inFlight(barrier, call);
        return entry.optionalObject("cancellation")
                .flatMap(asked -> asked.optionalString("provider_response"))
                .isPresent();
    }

    private static void counts(
            Bench bench, Findings findings, RunAuthority run, JsonObject receipt) {
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check("revision", 1, receipt.optionalInteger("revision").orElse(-1));
        findings.check(
                "descendant leases revoked, once each",
                1,
                Receipts.count(receipt, "authority", "descendant_leases_revoked"));
        findings.check(
                "queued calls cancelled, once each",
                2,
                Receipts.count(receipt, "work", "queued_cancelled"));
        findings.check(
                "scheduled retries cancelled, once each",
                1,
                Receipts.count(receipt, "work", "scheduled_retries_cancelled"));
        findings.check(
                "calls in flight settled, once each",
                1,
                Receipts.count(receipt, "work", "in_flight_settled"));
        findings.check(
                "effects.completed_and_verified",
                bench.truth().effects(run.runId()).size(),
                Receipts.count(receipt, "effects", "completed_and_verified"));
        findings.check("effects.unknown", 0, Receipts.count(receipt, "effects", "unknown"));
        JsonObject again = bench.stop(run, "drill: the same stop again");
        findings.check(
                "the same stop again finds",
                Receipts.word(receipt, "barrier_id"),
                again.string("barrier_id"));
    }
}
