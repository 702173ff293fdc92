package dev.quietus.drill.peer;

import dev.quietus.client.ClaimedOperation;
import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.MessageEnvelope;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.GuardedWork;
import dev.quietus.client.worker.WorkInHand;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The work itself: asks for a preview and follows the job to its end, or until a stop is heard. A
 * stop heard after the request went out says nothing about the effect, and so does the worker.
 */
final class PreviewWork implements GuardedWork {
    private static final Duration LOOK = Duration.ofMillis(150);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(4);
    private static final Duration LONGEST_HOLD = Duration.ofMinutes(2);
    private static final Duration USUAL_LIFE = Duration.ofHours(1);
    private static final int MAX_ATTEMPTS = 3;

    private final PreviewCalls service;
    private final Voice voice;
    private final ClaimedOperation begun;
    private final CountDownLatch maySend;

    /** @param maySend open when the work may go on to its request */
    PreviewWork(PreviewCalls service, Voice voice, ClaimedOperation begun, CountDownLatch maySend) {
        this.service = service;
        this.voice = voice;
        this.begun = begun;
        this.maySend = maySend;
    }

    @Override
    public FinishFacts perform(WorkInHand guard) throws IOException, InterruptedException {
        if (!maySend.await(LONGEST_HOLD.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("nobody let " + begun.operationId() + " go on");
        }
        guard.aboutToSend();
        String key =
                begun.operation().optionalString("idempotency_key").orElse(begun.operationId());
        return switch (service.order(envelope(), key)) {
            case PreviewCalls.Answer.Refused(int status) ->
                FinishFacts.failed("the deployment service answered " + status)
                        .withEffect(Effect.ABSENT)
                        .withRetry(RETRY_AFTER, MAX_ATTEMPTS);
            case PreviewCalls.Answer.Taken(String previewId) -> {
                guard.sent(previewId);
                voice.tell(
                        "sent",
                        JsonObject.builder()
                                .put("operation_id", guard.operationId())
                                .put("provider_job", previewId));
                yield follow(guard, previewId);
            }
        };
    }

    /** The authority that the request carries, as it was when the work began. */
    private MessageEnvelope envelope() {
        Instant until = begun.raw()
                .optionalInstant("valid_until")
                .orElseGet(() -> Instant.now().plus(USUAL_LIFE));
        return new MessageEnvelope(
                begun.runId(), begun.lease(), begun.revocationEpoch(), begun.operationId(), until);
    }

    private FinishFacts follow(WorkInHand guard, String previewId) throws InterruptedException {
        while (!guard.scope().awaitCancellation(LOOK)) {
            Optional<JsonObject> job = service.job(previewId).filter(shown -> shown.bool("ended"));
            if (job.isPresent()) {
                return facts(job.get());
            }
        }
        guard.scope().throwIfCancelled();
        throw new IllegalStateException("a cancelled scope let its work pass");
    }

    private static FinishFacts facts(JsonObject job) {
        String state = job.string("state");
        return switch (state) {
            case "ready" -> {
                FinishFacts done = FinishFacts.succeeded().withEffect(Effect.PRESENT);
                Optional<String> effect = job.optionalString("effect_id");
                yield effect.isPresent() ? done.withEffectId(effect.get()) : done;
            }
            case "cancelled" -> FinishFacts.cancelled().withEffect(Effect.ABSENT);
            default -> FinishFacts.failed("the job ended as " + state).withEffect(Effect.ABSENT);
        };
    }
}
