package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

import java.time.Instant;
import java.util.Optional;

/**
 * The authority of a run, as the server gave it. Work is stamped with the lease and the epoch.
 *
 * @param runId the run
 * @param lease the lease's id
 * @param leaseToken the secret that speaks for the run; only where the server hands it out
 * @param revocationEpoch the run's epoch at that time; it only grows
 * @param validUntil when the lease ends; empty if the server did not say
 * @param raw the whole answer; may hold the secret
 */
public record RunAuthority(
        String runId,
        String lease,
        Optional<String> leaseToken,
        long revocationEpoch,
        Optional<Instant> validUntil,
        JsonObject raw) {

    /** Reads it from an answer that shows a run, such as {@link Quietus#run}. */
    public static RunAuthority of(JsonObject answer) {
        return new RunAuthority(
                answer.string("run_id"),
                answer.string("lease"),
                answer.optionalString("lease_token"),
                answer.integer("revocation_epoch"),
                answer.optionalInstant("valid_until"),
                answer);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "RunAuthority[" + runId + ", lease " + lease + ", epoch " + revocationEpoch + "]";
    }
}
