package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.process.ChildProcessException;
import dev.quietus.drill.truth.Evidence;

import java.util.List;

/**
 * The provider says yes to the cancel, and the effect comes all the same: while the stop is being
 * settled, in the quiet period, or after the receipt.
 */
enum LateEffect implements Exercise {
    /** Before the provider shows an end of the job. */
    WHILE_SETTLING {
        @Override
        public void play(Bench bench, Findings findings) throws InterruptedException {
            Scene scene = scene(bench, Behaviour.IGNORE_CANCEL);
            JsonObject barrier = bench.stop(scene.run(), "drill: the effect comes after the yes");
            bench.awaitBarrier(
                    barrier.string("barrier_id"),
                    "has the provider's yes",
                    found -> answer(Receipts.inFlight(found, scene.call())).equals("accepted"));
            release(bench, scene);
            JsonObject receipt = bench.receipt(barrier, findings);
            observed(findings, receipt, scene);
            completed(bench, findings, receipt, scene);
            findings.check("revision", 1, receipt.optionalInteger("revision").orElse(-1));
            // Nobody may have taken the yes for the end: then it had been quiet once before.
            findings.check("the barrier's way", "signalling settling quiet", way(bench, barrier));
        }
    },

    /** When the provider has shown that there is nothing, and before that is looked at again. */
    IN_QUIET_PERIOD {
        @Override
        public void play(Bench bench, Findings findings) throws InterruptedException {
            Scene scene = scene(bench, Behaviour.IGNORE_CANCEL, Behaviour.CLAIM_CANCELLED);
            JsonObject barrier = bench.operator()
                    .stop(
                            scene.run().runId(),
                            StopRequest.because("drill: the effect comes in the quiet period")
                                    .quietFor(Bench.LONG_QUIET));
            awaitQuiet(bench, barrier);
            release(bench, scene);
            JsonObject receipt = bench.receipt(barrier, findings);
            observed(findings, receipt, scene);
            completed(bench, findings, receipt, scene);
            findings.check("revision", 1, receipt.optionalInteger("revision").orElse(-1));
            findings.check(
                    "the barrier's way",
                    "signalling settling quiet settling quiet",
                    way(bench, barrier));
        }
    },

    /** When the receipt says that there is nothing; a worker's late word brings it to light. */
    AFTER_RECEIPT {
        @Override
        public void play(Bench bench, Findings findings) throws InterruptedException {
            Scene scene = scene(bench, Behaviour.IGNORE_CANCEL, Behaviour.CLAIM_CANCELLED);
            JsonObject barrier = bench.stop(scene.run(), "drill: the effect comes after all");
            JsonObject first = bench.receipt(barrier, findings);
            findings.check(
                    "the first receipt says",
                    "stopped_and_quiet",
                    Receipts.word(first, "decision"));
            findings.check(
                    "effects.cancelled_without_effect at first",
                    1,
                    Receipts.count(first, "effects", "cancelled_without_effect"));
            release(bench, scene);
            report(bench, findings, scene);
            superseded(bench, findings, barrier, scene);
        }
    };

    /** What is in flight at the stop: the job waits before its commit point. */
    private record Scene(Peer worker, RunAuthority run, String call, String job) {}

    private static Scene scene(Bench bench, Behaviour... behaviours) throws InterruptedException {
        String queue = bench.named("queue");
        Peer worker = bench.worker("worker", queue);
        RunAuthority run = bench.register("run");
        bench.truth().turnOn(run.runId(), Behaviour.HOLD_BEFORE_COMMIT);
        bench.truth().turnOn(run.runId(), behaviours);
        String call = bench.accept(run, "call", queue);
        worker.awaitReady();
        String job = bench.awaitJob(run.runId(), call);
        bench.awaitHeld(job);
        return new Scene(worker, run, call, job);
    }

    private static void awaitQuiet(Bench bench, JsonObject barrier) throws InterruptedException {
        bench.awaitBarrier(
                barrier.string("barrier_id"),
                "is quiet",
                found -> found.string("state").equals("quiet"));
    }

    private static void release(Bench bench, Scene scene) {
        bench.truth().release(scene.run().runId());
        if (!bench.truth().await(scene.job(), "committed", Bench.SOON)) {
            throw new ChildProcessException(scene.job() + " did not commit");
        }
    }

    private static void report(Bench bench, Findings findings, Scene scene)
            throws InterruptedException {
        String effect = bench.truth().effects(scene.run().runId()).getFirst().string("effect_id");
        JsonObject reported = scene.worker()
                .ask(
                        "report",
                        JsonObject.builder()
                                .put("run_id", scene.run().runId())
                                .put("operation_id", scene.call())
                                .put("attempt", 1)
                                .put("effect_id", effect),
                        Bench.SOON);
        findings.check("the late word is recorded as", "late_fact", reported.string("recorded_as"));
    }

    private static void superseded(Bench bench, Findings findings, JsonObject barrier, Scene scene)
            throws InterruptedException {
        String run = scene.run().runId();
        bench.awaitBarrier(
                barrier.string("barrier_id"),
                "has its second receipt",
                found -> found.string("state").equals("certified")
                        && found.integer("revision") == 2);
        JsonObject second = Bench.verified(Evidence.newest(bench.operator(), run), findings);
        long revision = second.optionalInteger("revision").orElse(-1);
        findings.observed(
                revision == 2 && second.optionalInteger("supersedes").orElse(-1) == 1
                        ? "receipt_superseded"
                        : "revision " + revision);
        completed(bench, findings, second, scene);
        findings.check(
                "the chain says that the receipt was contradicted",
                1,
                bench.events(run, "receipt_contradicted"));
        JsonObject first = Bench.verified(Evidence.ofRevision(bench.operator(), run, 1), findings);
        findings.check(
                "the superseded receipt still says",
                "cancelled_without_effect",
                Receipts.word(Receipts.inFlight(first, scene.call()), "settled_state"));
    }

    private static void observed(Findings findings, JsonObject receipt, Scene scene) {
        findings.observed(Receipts.word(Receipts.inFlight(receipt, scene.call()), "settled_state"));
    }

    private static void completed(Bench bench, Findings findings, JsonObject receipt, Scene scene) {
        JsonObject settled = Receipts.inFlight(receipt, scene.call());
        List<JsonObject> there = bench.truth().effects(scene.run().runId());
        findings.check("effects at the service", 1, there.size());
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check("the provider's answer to the cancel", "accepted", answer(settled));
        findings.check(
                "settled as", "completed_and_verified", Receipts.word(settled, "settled_state"));
        findings.check(
                "the effect receipt names the effect at the service",
                there.isEmpty() ? Receipts.MISSING : there.getFirst().string("effect_id"),
                Receipts.word(Receipts.part(settled, "effect_receipt"), "effect_id"));
    }

    private static String answer(JsonObject inFlight) {
        return Receipts.word(Receipts.part(inFlight, "cancellation"), "provider_response");
    }

    /** The states that the chain says the barrier moved to. */
    private static String way(Bench bench, JsonObject barrier) {
        List<String> states = Evidence.events(bench.operator(), barrier.string("run_id")).stream()
                .filter(event -> event.string("type").equals("barrier_moved"))
                .flatMap(event -> Receipts.part(event, "data").optionalString("state").stream())
                .toList();
        return String.join(" ", states);
    }
}
