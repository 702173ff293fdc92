package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.util.Optional;

/**
 * What a worker knows at the end of an attempt. Say only what is known: whatever is left out is
 * found out by observation.
 *
 * <p>Ids and digests are 1 to 200 printable ASCII characters without spaces. The error is cut to
 * what the server takes, so that its length or an odd character can't keep a result from being
 * recorded: 2,000 characters, no control characters but tab and line feed.
 *
 * @param outcome how the attempt ended
 * @param effect what is known of the effect
 * @param sent how far the request to the provider has come
 * @param providerJob the provider's own id of the job
 * @param effectId the id of the effect in the authoritative system, for observation and undo
 * @param outputDigest the digest of the output
 * @param error what went wrong, in words
 * @param detail what else is known of its end, for people; cut like the error
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
        Optional<String> detail,
        Optional<Retry> retry) {

    private static final int LONGEST_ERROR = 2_000;

    /**
     * Checks the ids and fits the error.
     *
     * @throws IllegalArgumentException if an id is not sound
     */
    public FinishFacts {
        Identifiers.check("provider_job", providerJob);
        Identifiers.check("effect_id", effectId);
        Identifiers.check("output_digest", outputDigest);
        error = error.map(FinishFacts::fitted);
        detail = detail.map(FinishFacts::fitted);
    }

    private static String fitted(String words) {
        StringBuilder fit = new StringBuilder(Math.min(words.length(), LONGEST_ERROR));
        for (int i = 0; i < words.length(); ) {
            int unit = words.codePointAt(i);
            i += Character.charCount(unit);
            boolean control = unit < ' ' && unit != '\t' && unit != '\n' || unit == 0x7F;
            boolean halfPair = unit >= Character.MIN_SURROGATE && unit <= Character.MAX_SURROGATE;
            int shown = control ? ' ' : halfPair ? 0xFFFD : unit;
            if (fit.length() + Character.charCount(shown) > LONGEST_ERROR) {
                break;
            }
            fit.appendCodePoint(shown);
        }
        return fit.toString();
    }

    /**
     * The wish to be tried again. The retry is queued authority like any other: a stop cancels it.
     *
     * @param after the pause before the next attempt, up to 30 days
     * @param maxAttempts the most attempts in all, 1 to 1,000
     */
    public record Retry(Duration after, int maxAttempts) {

        private static final int MOST_ATTEMPTS = 1_000;
        private static final Duration LONGEST = Duration.ofDays(30);

        /**
         * Checks the numbers.
         *
         * @throws IllegalArgumentException if one is out of range
         */
        public Retry {
            if (after.isNegative() || after.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "retry after: expected zero to 30 days, found " + after);
            }
            if (maxAttempts < 1 || maxAttempts > MOST_ATTEMPTS) {
                throw new IllegalArgumentException(
                        "max_attempts: expected 1 to " + MOST_ATTEMPTS + ", found " + maxAttempts);
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
                detail,
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
                detail,
                retry);
    }

    /** The same with the provider's id of the job. */
    public FinishFacts withProviderJob(String job) {
        return new FinishFacts(
                outcome,
                effect,
                sent,
                Optional.of(job),
                effectId,
                outputDigest,
                error,
                detail,
                retry);
    }

    /** The same with the id of the effect. */
    public FinishFacts withEffectId(String id) {
        return new FinishFacts(
                outcome,
                effect,
                sent,
                providerJob,
                Optional.of(id),
                outputDigest,
                error,
                detail,
                retry);
    }

    /** The same with the digest of the output. */
    public FinishFacts withOutputDigest(String digest) {
        return new FinishFacts(
                outcome,
                effect,
                sent,
                providerJob,
                effectId,
                Optional.of(digest),
                error,
                detail,
                retry);
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
                detail,
                retry);
    }

    /** The same with what else is known of its end. */
    public FinishFacts withDetail(String words) {
        return new FinishFacts(
                outcome,
                effect,
                sent,
                providerJob,
                effectId,
                outputDigest,
                error,
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
                detail,
                Optional.of(new Retry(after, maxAttempts)));
    }

    void putInto(JsonObject.Builder body) {
        body.put("outcome", outcome.wireName())
                .putIfPresent("effect", effect.map(Effect::wireName))
                .putIfPresent("sent", sent.map(SendState::wireName))
                .putIfPresent("provider_job", providerJob)
                .putIfPresent("effect_id", effectId)
                .putIfPresent("output_digest", outputDigest)
                .putIfPresent("error", error)
                .putIfPresent("detail", detail);
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
