package dev.quietus.drill.peer;

import dev.quietus.client.ClaimedOperation;
import dev.quietus.client.Quietus;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.ResultNotRecordedException;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.client.worker.WorkerGuard;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Does what has been begun at the deployment service, and tells when it begins and ends. */
final class Slot {
    /** How long a peer may be silent; it gives a sign of life three times in that. */
    static final Duration HEARTBEAT_TIMEOUT = Duration.ofSeconds(3);

    private final PreviewCalls service;
    private final WorkerGuard guard;
    private final Voice voice;

    Slot(String serviceUrl, Quietus quietus, Voice voice) {
        this.service = new PreviewCalls(serviceUrl);
        this.guard = WorkerGuard.of(quietus);
        this.voice = voice;
    }

    /** Does the work in a thread of its own. */
    void performAside(ClaimedOperation begun) {
        performAside(begun, new CountDownLatch(0));
    }

    /**
     * The same for work that rests between its begin and its request.
     *
     * @param maySend opened when it may go on
     */
    void performAside(ClaimedOperation begun, CountDownLatch maySend) {
        Thread.ofVirtual().name("work-" + begun.operationId()).start(() -> perform(begun, maySend));
    }

    /** Does the work and returns when its result is recorded, or can't be. */
    void perform(ClaimedOperation begun) {
        perform(begun, new CountDownLatch(0));
    }

    private void perform(ClaimedOperation begun, CountDownLatch maySend) {
        voice.tell(
                "begun",
                JsonObject.builder()
                        .put("run_id", begun.runId())
                        .put("operation_id", begun.operationId())
                        .put("attempt", begun.attempt()));
        voice.tell(
                "ended",
                JsonObject.builder()
                        .put("operation_id", begun.operationId())
                        .put("how", done(begun, maySend)));
    }

    private String done(ClaimedOperation begun, CountDownLatch maySend) {
        try {
            PreviewWork work = new PreviewWork(service, voice, begun, maySend);
            return switch (guard.runClaimed(begun, HEARTBEAT_TIMEOUT, work)) {
                case WorkAnswer.Finished finished -> finished.facts().outcome().wireName();
                case WorkAnswer.Failed failed -> "failed: " + failed.cause().getMessage();
                case WorkAnswer.Cancelled cancelled -> "cancelled: " + cancelled.reason();
                case WorkAnswer.Denied denied -> denied.decision();
                case WorkAnswer.AlreadyFinished _ -> "already finished";
            };
        } catch (ResultNotRecordedException lost) {
            System.err.println("worker: " + lost.getMessage());
            return "not recorded";
        }
    }
}
