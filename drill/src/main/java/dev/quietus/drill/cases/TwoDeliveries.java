package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.peer.Peer;

import java.util.List;
import java.util.stream.Stream;

/**
 * A queue delivers one message to two workers, as queues do. Both ask; one may start, and the other
 * is refused before it sends anything.
 */
final class TwoDeliveries implements Exercise {
    private static final String OUTCOME = "one_attempt";

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        Peer first = bench.worker("worker-1");
        Peer second = bench.worker("worker-2");
        RunAuthority run = bench.register("run");
        bench.truth().turnOn(run.runId(), Behaviour.HOLD_BEFORE_COMMIT);
        String call = bench.accept(run, "call", bench.named("delivered-elsewhere"));
        first.awaitReady();
        second.awaitReady();
        JsonObject message = bench.message(run, call);
        long toFirst = first.tell("begin", JsonObject.builder().put("message", message));
        long toSecond = second.tell("begin", JsonObject.builder().put("message", message));
        List<String> decisions = Stream.of(
                        first.answer(toFirst, "begin", Bench.SOON),
                        second.answer(toSecond, "begin", Bench.SOON))
                .map(answer -> answer.string("decision"))
                .sorted()
                .toList();
        bench.awaitHeld(bench.awaitJob(run.runId(), call));
        long attempts = bench.operator().operation(run.runId(), call).integer("attempt");
        long orders = bench.truth().orders(run.runId());
        findings.observed(
                attempts == 1 && orders == 1
                        ? OUTCOME
                        : attempts + " attempts, " + orders + " sent");
        findings.check("the two decisions", "[allow, deny_outcome_unknown]", decisions.toString());
        findings.check("attempts begun", 1, bench.events(run.runId(), "operation_begun"));
        findings.check("jobs at the service", 1, bench.truth().jobs(run.runId()).size());
        finish(bench, findings, run, call);
    }

    private static void finish(Bench bench, Findings findings, RunAuthority run, String call)
            throws InterruptedException {
        bench.truth().release(run.runId());
        bench.awaitOperation(
                run.runId(), call, "succeeded", found -> found.string("state").equals("succeeded"));
        JsonObject barrier = bench.stop(run, "drill: one message, two workers");
        JsonObject receipt = bench.receipt(barrier, findings);
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check(
                "effects at the service", 1, bench.truth().effects(run.runId()).size());
    }
}
