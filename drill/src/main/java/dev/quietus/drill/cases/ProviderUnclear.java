package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.truth.Evidence;

import java.util.List;

/**
 * The provider's answers say nothing: an error, garbage, silence, a redirect to another host. The
 * outcome stays unknown, with a name on it, until the provider answers again; then it settles by
 * itself, into a receipt that supersedes the first.
 *
 * @param cancelAnswer what the receipt must say of the provider's answer to the cancel
 * @param behaviours how the provider answers
 */
record ProviderUnclear(String cancelAnswer, List<Behaviour> behaviours) implements Exercise {
    private static final String OUTCOME = "stop_incomplete_unknown_outcome";

    /** Keeps a copy. */
    ProviderUnclear {
        behaviours = List.copyOf(behaviours);
    }

    /** Cancels are taken; the status can't be had. */
    static ProviderUnclear statusUnavailable() {
        return of("accepted", Behaviour.STATUS_UNAVAILABLE);
    }

    /** Every answer is 500. */
    static ProviderUnclear fails() {
        return of("not_answered", Behaviour.STATUS_500, Behaviour.CANCEL_500);
    }

    /** Every answer is 200 and garbage: a yes to the cancel, which settles nothing. */
    static ProviderUnclear talksGarbage() {
        return of("accepted", Behaviour.STATUS_GARBAGE, Behaviour.CANCEL_GARBAGE);
    }

    /** There is never an answer. */
    static ProviderUnclear neverAnswers() {
        return of("not_answered", Behaviour.STATUS_HANGS, Behaviour.CANCEL_HANGS);
    }

    /** Every answer leads to another host, where a lie waits. */
    static ProviderUnclear redirects() {
        return of("not_answered", Behaviour.STATUS_REDIRECT, Behaviour.CANCEL_REDIRECT);
    }

    private static ProviderUnclear of(String cancelAnswer, Behaviour... behaviours) {
        return new ProviderUnclear(cancelAnswer, List.of(behaviours));
    }

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        String queue = bench.named("queue");
        Peer worker = bench.worker("worker", queue);
        RunAuthority run = bench.register("run");
        bench.truth().turnOn(run.runId(), Behaviour.HOLD_BEFORE_COMMIT);
        String call = bench.accept(run, "call", queue);
        worker.awaitReady();
        bench.awaitHeld(bench.awaitJob(run.runId(), call));
        Behaviour[] unclear = behaviours.toArray(Behaviour[]::new);
        bench.truth().turnOn(run.runId(), unclear);
        JsonObject barrier = bench.stop(run, "drill: the provider's answers say nothing");
        unknown(bench, findings, barrier, call);
        bench.truth().turnOff(run.runId(), unclear);
        bench.truth().release(run.runId());
        settled(bench, findings, barrier);
        findings.check(
                "redirects to another host that were followed",
                0,
                bench.truth().followedRedirects());
    }

    private void unknown(Bench bench, Findings findings, JsonObject barrier, String call)
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
                "the provider's answer to the cancel",
                cancelAnswer,
                Receipts.word(
                        Receipts.part(Receipts.inFlight(receipt, call), "cancellation"),
                        "provider_response"));
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
                "is certified by itself when the provider answers again",
                found -> found.string("decision").equals("stopped_and_quiet"));
        String run = barrier.string("run_id");
        JsonObject receipt = Bench.verified(Evidence.newest(bench.operator(), run), findings);
        findings.check("decision later", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check("effects.unknown later", 0, Receipts.count(receipt, "effects", "unknown"));
        // A cancel that was not answered may be asked again or not: the service knows what is so.
        long there = bench.truth().effects(run).size();
        findings.check(
                "effects.completed_and_verified later, as at the service",
                there,
                Receipts.count(receipt, "effects", "completed_and_verified"));
        findings.check(
                "effects.cancelled_without_effect later, as at the service",
                1 - there,
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
