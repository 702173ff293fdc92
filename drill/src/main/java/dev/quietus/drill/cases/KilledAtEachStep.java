package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.process.ChildProcessException;
import dev.quietus.drill.truth.Evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The server is killed after each single step of a barrier. The first steps take a thousandth of a
 * second each, so many runs are stopped at once, one after the other of their barriers takes the
 * steps, and the kill finds some at each; what the record shows of that moment says at which. The
 * slow steps are waited for, at a run whose call is in flight.
 */
final class KilledAtEachStep implements Exercise {
    private static final String OUTCOME = "resume_from_durable_barrier";
    private static final List<String> EARLY = List.of("requested", "sweeping", "signalling");

    /**
     * Each is likely to find all of {@link #EARLY}; a kill that does not is followed by another.
     */
    private static final int MOST_EARLY_KILLS = 8;

    /** Above everything that the kills cost; the budget goes on while nobody works on it. */
    private static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(200);

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        String queue = bench.named("queue");
        Peer worker = bench.worker("worker", queue);
        RunAuthority slow = bench.register("slow");
        bench.truth().turnOn(slow.runId(), Behaviour.HOLD_BEFORE_COMMIT, Behaviour.IGNORE_CANCEL);
        String call = bench.accept(slow, "call", queue);
        worker.awaitReady();
        bench.awaitHeld(bench.awaitJob(slow.runId(), call));
        JsonObject stopped = bench.operator()
                .stop(
                        slow.runId(),
                        StopRequest.because("drill: killed after each step")
                                .settlingWithin(SETTLE_TIMEOUT)
                                .quietFor(Bench.LONG_QUIET));
        Fleet fleet = new Fleet(bench);
        for (int i = 0; i < MOST_EARLY_KILLS && missing(fleet).isPresent(); i++) {
            fleet.stopAndKill(missing(fleet).get());
        }
        for (String step : EARLY) {
            findings.check("a kill found a barrier " + step, true, fleet.found().containsKey(step));
        }
        same(bench, findings, stopped, "at the first steps");
        slowSteps(bench, findings, stopped, call);
        JsonObject receipt = bench.receipt(stopped, findings);
        counts(bench, findings, slow, receipt);
        fleet.judge(findings);
        findings.observed(findings.hold() ? OUTCOME : "a step that is not resumed as it was");
    }

    /** The rarest first: where one is found, others are likely to be found at the others. */
    private static Optional<String> missing(Fleet fleet) {
        return EARLY.reversed().stream()
                .filter(step -> !fleet.found().containsKey(step))
                .findFirst();
    }

    private static void slowSteps(Bench bench, Findings findings, JsonObject stopped, String call)
            throws InterruptedException {
        String run = stopped.string("run_id");
        reach(bench, stopped, "settling", found -> CrashMidBarrier.asked(found, call));
        killed(bench, findings, stopped, "settling", "settling");
        // The job ends without an effect, so that the quiet period ends with a second look.
        bench.truth().turnOn(run, Behaviour.NEVER_COMMIT);
        reach(bench, stopped, "quiet", _ -> true);
        Instant inQuiet = bench.killed();
        bench.truth().turnOn(run, Behaviour.STATUS_HANGS);
        bench.server().startAgain();
        step(bench, findings, stopped, inQuiet, "quiet", "quiet");
        if (!bench.truth().awaitHeld(run, 1, Bench.SOON)) {
            throw new ChildProcessException("nobody looked again after the quiet period of " + run);
        }
        Instant beforeReceipt = bench.killed();
        bench.truth().turnOff(run, Behaviour.STATUS_HANGS);
        bench.truth().release(run);
        bench.server().startAgain();
        step(bench, findings, stopped, beforeReceipt, "quiet", "before its receipt");
    }

    private static void killed(
            Bench bench, Findings findings, JsonObject stopped, String state, String when)
            throws InterruptedException {
        Instant at = bench.killed();
        bench.server().startAgain();
        step(bench, findings, stopped, at, state, when);
    }

    private static void step(
            Bench bench,
            Findings findings,
            JsonObject stopped,
            Instant killedAt,
            String state,
            String when) {
        findings.check(
                "step in the record at the kill " + when,
                state,
                Fleet.stepAt(
                        Evidence.events(bench.operator(), stopped.string("run_id")), killedAt));
        same(bench, findings, stopped, when);
    }

    private static void same(Bench bench, Findings findings, JsonObject stopped, String when) {
        JsonObject found = bench.operator().barrier(stopped.string("barrier_id"));
        findings.check(
                "barrier after the kill " + when,
                CrashMidBarrier.identity(stopped),
                CrashMidBarrier.identity(found));
    }

    private static void reach(
            Bench bench, JsonObject stopped, String state, Predicate<JsonObject> more)
            throws InterruptedException {
        bench.awaitBarrier(
                stopped.string("barrier_id"),
                "is " + state,
                found -> found.string("state").equals(state) && more.test(found));
    }

    private static void counts(
            Bench bench, Findings findings, RunAuthority slow, JsonObject receipt) {
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check("revision", 1, receipt.optionalInteger("revision").orElse(-1));
        findings.check(
                "calls in flight settled, once each",
                1,
                Receipts.count(receipt, "work", "in_flight_settled"));
        findings.check(
                "effects.cancelled_without_effect",
                1,
                Receipts.count(receipt, "effects", "cancelled_without_effect"));
        findings.check(
                "effects at the service", 0, bench.truth().effects(slow.runId()).size());
        findings.check("stops written", 1, bench.events(slow.runId(), "stop_requested"));
        findings.check("receipts", 1, bench.events(slow.runId(), "receipt_issued"));
        findings.check("attempts begun", 1, bench.events(slow.runId(), "operation_begun"));
    }
}
