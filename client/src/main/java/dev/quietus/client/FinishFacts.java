package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.util.Optional;

/**
 * What a worker knows at the end of an attempt. Say only what is known: whatever is left out is
 * found out by observation.
 *
 * @param outcome how the attempt ended
 * @param effect what is known of the effect
 * @param sent how far the request to the provider has come
 * @param providerJob the provider's own id of the job
 * @param effectId the id of the effect in the authoritative system, for observation and undo
 * @param outputDigest the digest of the output
 * @param error what went wrong, in words
 * @param retry the wish to be tried again later
 */
public record FinishFacts(
        Outcome outcome,
        Optional<Effect> effect,
        Optional<SendState> sent,
        Optional<String> providerJob,
        Optional<String> effectId,
        Optional<String> outputDigest,
        Optional<String> error,
        Optional<Retry> retry) {

    /**
     * The wish to be tried again. The retry is queued authority like any other: a stop cancels it.
     *
     * @param after the pause before the next attempt
     * @param maxAttempts the most attempts in all, at least 1
     */
    public record Retry(Duration after, int maxAttempts) {

        /**
         * Checks the numbers.
         *
         * @throws IllegalArgumentException if one is out of range
         */
        public Retry {
            WireTime.requireNotNegative(after);
            if (maxAttempts < 1) {
                throw new IllegalArgumentException(
                        "max_attempts: expected 1 or more, found " + maxAttempts);
            }
        }
    }

    /** Nothing known but the outcome. */
    public static FinishFacts of(Outcome outcome) {
        return new FinishFacts(
                outcome,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The work was done. */
    public static FinishFacts succeeded() {
        return of(Outcome.SUCCEEDED);
    }

    /** The work ended without being done, for the reason given. */
    public static FinishFacts failed(String error) {
        return of(Outcome.FAILED).withError(error);
    }

    /** The work was ended by a cancellation. */
    public static FinishFacts cancelled() {
        return of(Outcome.CANCELLED);
    }

    /** The same with the worker's word on the effect. */
    public FinishFacts withEffect(Effect word) {
        return new FinishFacts(
                outcome,
                Optional.of(word),
                sent,
                providerJob,
                effectId,
                outputDigest,
                error,
                retry);
    }

    /** The same with how far the request has come. */
    public FinishFacts withSent(SendState state) {
        return new FinishFacts(
                outcome,
                effect,
                Optional.of(state),
                providerJob,
                effectId,
                outputDigest,
                error,
                retry);
    }

    /** The same with the provider's id of the job. */
    public FinishFacts withProviderJob(String job) {
        return new FinishFacts(
                outcome, effect, sent, Optional.of(job), effectId, outputDigest, error, retry);
    }

    /** The same with the id of the effect. */
    public FinishFacts withEffectId(String id) {
        return new FinishFacts(
                outcome, effect, sent, providerJob, Optional.of(id), outputDigest, error, retry);
    }

    /** The same with the digest of the output. */
    public FinishFacts withOutputDigest(String digest) {
        return new FinishFacts(
                outcome, effect, sent, providerJob, effectId, Optional.of(digest), error, retry);
    }

    /** The same with what went wrong. */
    public FinishFacts withError(String words) {
        return new FinishFacts(
                outcome,
                effect,
                sent,
                providerJob,
                effectId,
                outputDigest,
                Optional.of(words),
                retry);
    }

    /** The same with the wish to be tried again. */
    public FinishFacts withRetry(Duration after, int maxAttempts) {
        return new FinishFacts(
                outcome,
                effect,
                sent,
                providerJob,
                effectId,
                outputDigest,
                error,
                Optional.of(new Retry(after, maxAttempts)));
    }

    void putInto(JsonObject.Builder body) {
        body.put("outcome", outcome.wireName())
                .putIfPresent("effect", effect.map(Effect::wireName))
                .putIfPresent("sent", sent.map(SendState::wireName))
                .putIfPresent("provider_job", providerJob)
                .putIfPresent("effect_id", effectId)
                .putIfPresent("output_digest", outputDigest)
                .putIfPresent("error", error);
        if (retry.isPresent()) {
            body.put(
                    "retry",
                    JsonObject.builder()
                            .put("after_seconds", WireTime.seconds(retry.get().after()))
                            .put("max_attempts", retry.get().maxAttempts())
                            .build());
        }
    }
}
