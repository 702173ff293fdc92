package dev.quietus.core.operation;

import dev.quietus.core.Text;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One attempt to carry an operation out: who, since when, and what it reported.
 *
 * @param number 1 for the first
 * @param worker who carries it out
 * @param request the marker of the request that began it
 * @param begunAt when it was allowed to begin, ledger time
 * @param heartbeatAt the last sign of life, ledger time
 * @param heartbeatTimeout how long the worker may be silent
 * @param sent what is known of the request to the provider
 * @param providerJob the provider's name of the job, once reported
 * @param result what the worker reported at its end
 */
public record Attempt(
        int number,
        WorkerId worker,
        RequestId request,
        Instant begunAt,
        Instant heartbeatAt,
        Duration heartbeatTimeout,
        Sent sent,
        Optional<String> providerJob,
        Optional<Result> result) {
    /** Checks the bounds. */
    public Attempt {
        providerJob.ifPresent(job -> Text.id("provider_job", job));
    }

    /** What is known of the request that carries the work to its provider. */
    public enum Sent {
        /** Nobody said. */
        NOT_REPORTED,
        /** The worker is about to send; from here on it may have arrived. */
        ABOUT_TO_SEND,
        /** The worker has sent it. */
        SENT,
        /** The worker answered that it has not sent and will not. */
        NOT_SENT
    }

    /** How an attempt ended, in the worker's word. */
    public enum Outcome {
        /** It was carried out. */
        SUCCEEDED,
        /** It was not, for a reason of its own. */
        FAILED,
        /** It ended because it was told to. */
        CANCELLED
    }

    /** What the worker says of the effect: a word, not a proof. */
    public enum ReportedEffect {
        /** Nothing was said. */
        NOT_REPORTED,
        /** It says that the effect happened. */
        PRESENT,
        /** It says that there is no effect. */
        ABSENT,
        /** It says that it does not know. */
        UNKNOWN
    }

    /**
     * What a worker reported at the end of an attempt.
     *
     * @param outcome how it ended
     * @param effect what it says of the effect
     * @param finishedAt when the report was recorded, ledger time
     * @param outputDigest digest of the output
     * @param error what went wrong, in one line
     */
    public record Result(
            Outcome outcome,
            ReportedEffect effect,
            Instant finishedAt,
            Optional<String> outputDigest,
            Optional<String> error) {
        /** Checks the bounds. */
        public Result {
            outputDigest.ifPresent(digest -> Text.id("output_digest", digest));
            error.ifPresent(text -> Text.sentence("error", text));
        }
    }

    /** When the worker counts as silent unless another sign of life comes. */
    public Instant silentAt() {
        return heartbeatAt.plus(heartbeatTimeout);
    }

    /** Tells whether nothing more can come from this worker: it finished, or it did not send. */
    public boolean workerIsOut() {
        return result.isPresent() || sent == Sent.NOT_SENT;
    }

    /** The same attempt after a sign of life. */
    public Attempt heartbeat(Instant at, Sent reported, Optional<String> job) {
        return new Attempt(
                number,
                worker,
                request,
                begunAt,
                at,
                heartbeatTimeout,
                reported == Sent.NOT_REPORTED ? sent : reported,
                job.isPresent() ? job : providerJob,
                result);
    }

    /** The same attempt with its result. */
    public Attempt finished(Result reported) {
        return new Attempt(
                number,
                worker,
                request,
                begunAt,
                heartbeatAt,
                heartbeatTimeout,
                sent,
                providerJob,
                Optional.of(reported));
    }
}
