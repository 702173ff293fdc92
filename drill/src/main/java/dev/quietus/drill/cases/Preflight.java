package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.process.ChildProcessException;
import dev.quietus.drill.process.Patience;

import java.time.Duration;
import java.util.Optional;

/**
 * Finds out whether a running server knows the drill's deployment service: stops a probe and looks
 * whether the server asks the service about it.
 */
final class Preflight {
    private static final Duration ASKED_WITHIN = Duration.ofSeconds(8);

    private Preflight() {}

    /** Tells whether the server asks. */
    static boolean serverKnowsTheService(Bench bench) throws InterruptedException {
        String queue = bench.named("queue");
        try (Peer worker = bench.worker("worker", queue)) {
            RunAuthority run = bench.register("run");
            String call = bench.accept(run, "call", queue);
            worker.awaitReady();
            bench.awaitJob(run.runId(), call);
            long before = bench.truth().requests(run.runId()).size();
            JsonObject barrier = bench.stop(run, "drill: does the server know the service?");
            Patience.await(
                    "the server asks about " + barrier.string("run_id"),
                    ASKED_WITHIN,
                    () -> Optional.of(bench.truth().requests(run.runId()).size())
                            .filter(now -> now > before));
            return true;
        } catch (ChildProcessException notAsked) {
            return false;
        }
    }

    /** What to tell somebody whose server does not know the service. */
    static String explanation(String serviceUrl) {
        return "the server does not ask the drill's deployment service at " + serviceUrl + ".\n"
                + "Add this provider to the file that 'quietus serve --providers FILE' reads, start"
                + " the server again,\nand run the drill on the same machine:\n\n"
                + DrillProvider.yaml(serviceUrl);
    }
}
