package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.truth.Evidence;

/**
 * A worker's process is held by its system between its begin and its request ({@code SIGSTOP}), and
 * its signs of life stop; it is woken when the stop has its receipt, and knows nothing. What it
 * still wants to send is refused; what it says is kept, and settles what nobody could know before.
 */
final class SilentWorker implements Exercise {
    private static final String OUTCOME = "late_word_kept_send_refused";

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        Peer worker = bench.worker("worker");
        RunAuthority run = bench.register("run");
        String call = bench.accept(run, "call", bench.named("delivered-elsewhere"));
        worker.awaitReady();
        JsonObject begun = worker.ask(
                "begin",
                JsonObject.builder().put("message", bench.message(run, call)).put("rest", true),
                Bench.SOON);
        findings.check("the work may start before the stop", "allow", begun.string("decision"));
        worker.pause();
        bench.awaitOperation(
                run.runId(),
                call,
                "is given up for silence",
                found -> found.string("state").equals("outcome_unknown"));
        JsonObject barrier = bench.stop(run, "drill: a silent worker");
        JsonObject first = bench.receipt(barrier, findings);
        silent(findings, first, call);
        worker.wake();
        worker.ask("go_on", JsonObject.builder(), Bench.SOON);
        String ended = worker.await("ended", Bench.SOON).string("how");
        JsonObject second = settled(bench, findings, barrier);
        long sent = bench.truth().orders(run.runId());
        long words = bench.events(run.runId(), "late_result");
        findings.observed(
                sent == 0 && words == 1 ? OUTCOME : sent + " sent, " + words + " late words");
        findings.check("the woken work ended", true, ended.startsWith("cancelled: "));
        findings.check(
                "effects.cancelled_without_effect later",
                1,
                Receipts.count(second, "effects", "cancelled_without_effect"));
        findings.check(
                "the worker's word is kept as",
                "cancelled",
                Receipts.word(Receipts.inFlight(second, call), "outcome"));
        findings.check("jobs at the service", 0, bench.truth().jobs(run.runId()).size());
    }

    /** As long as it is silent it may still send: nobody knows. */
    private static void silent(Findings findings, JsonObject receipt, String call) {
        findings.check(
                "decision while it is silent",
                "stop_incomplete",
                Receipts.word(receipt, "decision"));
        findings.check(
                "effects.unknown while it is silent",
                1,
                Receipts.count(receipt, "effects", "unknown"));
        findings.check(
                "the unknown is held by",
                DrillProvider.OWNER,
                Receipts.word(Receipts.reconciliation(receipt, call), "held_by"));
    }

    private static JsonObject settled(Bench bench, Findings findings, JsonObject barrier)
            throws InterruptedException {
        bench.awaitBarrier(
                barrier.string("barrier_id"),
                "is certified when the worker has spoken",
                found -> found.string("decision").equals("stopped_and_quiet"));
        JsonObject receipt = Bench.verified(
                Evidence.newest(bench.operator(), barrier.string("run_id")), findings);
        findings.check("revision later", 2, receipt.optionalInteger("revision").orElse(-1));
        return receipt;
    }
}
