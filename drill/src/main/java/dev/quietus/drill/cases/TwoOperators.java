package dev.quietus.drill.cases;

import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.process.ChildProcessException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Two operators press stop on one run in the same moment, each several times. */
final class TwoOperators implements Exercise {
    private static final int PRESSES_EACH = 4;

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        RunAuthority run = bench.register("run");
        bench.accept(run, "waiting", bench.named("nobody"));
        List<JsonObject> answers =
                pressed(run.runId(), List.of(bench.operator(), bench.secondOperator()));
        List<String> barriers =
                answers.stream().map(TwoOperators::identity).distinct().toList();
        findings.observed(barriers.size() == 1 ? "one_barrier" : barriers.toString());
        JsonObject receipt = bench.receipt(answers.getFirst(), findings);
        findings.check("answers", (long) PRESSES_EACH * 2, answers.size());
        findings.check("stops written", 1, bench.events(run.runId(), "stop_requested"));
        findings.check(
                "presses that found it there",
                (long) PRESSES_EACH * 2 - 1,
                bench.events(run.runId(), "stop_repeated"));
        findings.check(
                "epochs that the stop took",
                1,
                Receipts.count(receipt, "authority", "current_epoch") - run.revocationEpoch());
        findings.check("revision", 1, receipt.optionalInteger("revision").orElse(-1));
        findings.check("receipts", 1, bench.events(run.runId(), "receipt_issued"));
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check(
                "queued calls cancelled, once each",
                1,
                Receipts.count(receipt, "work", "queued_cancelled"));
    }

    private static List<JsonObject> pressed(String run, List<Quietus> operators)
            throws InterruptedException {
        CountDownLatch together = new CountDownLatch(1);
        List<FutureTask<JsonObject>> presses = new ArrayList<>();
        for (Quietus operator : operators) {
            for (int i = 0; i < PRESSES_EACH; i++) {
                FutureTask<JsonObject> press = new FutureTask<>(() -> {
                    together.await();
                    return operator.stop(run, StopRequest.because("drill: two operators"));
                });
                presses.add(press);
                Thread.ofVirtual().name("press-" + presses.size()).start(press);
            }
        }
        together.countDown();
        List<JsonObject> answers = new ArrayList<>();
        for (FutureTask<JsonObject> press : presses) {
            try {
                answers.add(press.get(Bench.SOON.toMillis(), TimeUnit.MILLISECONDS));
            } catch (ExecutionException | TimeoutException failed) {
                throw new ChildProcessException("a stop was not answered: " + failed, failed);
            }
        }
        return answers;
    }

    private static String identity(JsonObject barrier) {
        return barrier.string("barrier_id") + " asked at " + barrier.string("requested_at");
    }
}
