package dev.quietus.verify.cases;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.ClaimedOperation;
import dev.quietus.client.Quietus;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.GuardedWork;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.client.worker.WorkerGuard;

import java.time.Duration;

/**
 * Guarded work that beats often though the server would wait long for a sign of life: so a moved
 * clock lets no worker fall silent, and the work hears of a stop at once.
 */
final class Guarded {

    private Guarded() {}

    /** Begins, works and finishes, with three signs of life in {@code threeBeats}. */
    static WorkAnswer run(
            Quietus quietus, BeginRequest begin, Duration threeBeats, GuardedWork work) {
        return switch (quietus.begin(begin)) {
            case BeginAnswer.Denied denied ->
                new WorkAnswer.Denied(denied.decision(), denied.detail());
            case BeginAnswer.AlreadyFinished finished ->
                new WorkAnswer.AlreadyFinished(finished.operation());
            case BeginAnswer.Allowed allowed ->
                WorkerGuard.of(quietus)
                        .runClaimed(
                                new ClaimedOperation(
                                        begin.runId(),
                                        begin.lease(),
                                        allowed.revocationEpoch(),
                                        begin.operationId(),
                                        allowed.attempt(),
                                        begin.worker(),
                                        JsonObject.empty(),
                                        allowed.raw()),
                                threeBeats,
                                work);
        };
    }
}
