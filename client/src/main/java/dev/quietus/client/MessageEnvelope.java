package dev.quietus.client;

import dev.quietus.client.json.Json;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The five headers that a message in any queue carries, so that the worker can ask {@code begin}
 * with them when it starts (not when it polls).
 *
 * @param runId the run
 * @param lease the lease that the message was stamped with
 * @param revocationEpoch the epoch that the message was stamped with, 0 or more
 * @param operationId the operation
 * @param expiresAt when the message is worthless; cut to whole milliseconds, as on the wire
 */
public record MessageEnvelope(
        String runId, String lease, long revocationEpoch, String operationId, Instant expiresAt) {

    /** The header of {@link #runId()}. */
    public static final String RUN_ID = "quietus-run-id";

    /** The header of {@link #lease()}. */
    public static final String LEASE = "quietus-lease";

    /** The header of {@link #revocationEpoch()}. */
    public static final String REVOCATION_EPOCH = "quietus-revocation-epoch";

    /** The header of {@link #operationId()}. */
    public static final String OPERATION_ID = "quietus-operation-id";

    /** The header of {@link #expiresAt()}. */
    public static final String EXPIRES_AT = "quietus-expires-at";

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if an identifier is not sound or the epoch is negative
     */
    public MessageEnvelope {
        Identifiers.check(RUN_ID, runId);
        Identifiers.check(LEASE, lease);
        Identifiers.check(OPERATION_ID, operationId);
        if (revocationEpoch < 0) {
            throw new IllegalArgumentException(
                    REVOCATION_EPOCH + ": expected 0 or more, found " + revocationEpoch);
        }
        expiresAt = expiresAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /** The envelope for an operation of the run that has this authority. */
    public static MessageEnvelope of(
            RunAuthority authority, String operationId, Instant expiresAt) {
        return new MessageEnvelope(
                authority.runId(),
                authority.lease(),
                authority.revocationEpoch(),
                operationId,
                expiresAt);
    }

    /** The headers, names in lower case. */
    public Map<String, String> toHeaders() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(RUN_ID, runId);
        headers.put(LEASE, lease);
        headers.put(REVOCATION_EPOCH, Long.toString(revocationEpoch));
        headers.put(OPERATION_ID, operationId);
        headers.put(EXPIRES_AT, Json.timestamp(expiresAt));
        return headers;
    }

    /**
     * The envelope of a message; names are read without regard to case, other headers are ignored.
     *
     * @throws IllegalArgumentException naming every header that is absent, there twice in different
     *     case, or not sound. Such a message has no authority: do not start its work
     */
    public static MessageEnvelope fromHeaders(Map<String, String> headers) {
        Reading reading = new Reading(headers);
        String runId = reading.identifier(RUN_ID);
        String lease = reading.identifier(LEASE);
        long epoch = reading.epoch();
        String operationId = reading.identifier(OPERATION_ID);
        Instant expiresAt = reading.expiry();
        if (!reading.faults.isEmpty()) {
            throw new IllegalArgumentException(
                    "message headers: " + String.join("; ", reading.faults));
        }
        return new MessageEnvelope(runId, lease, epoch, operationId, expiresAt);
    }

    /** Whether the message is worthless at the given time; the server decides by its own clock. */
    public boolean isExpired(Instant now) {
        return !now.isBefore(expiresAt);
    }

    /** The question to ask before the work of this message starts, with a fresh request id. */
    public BeginRequest begin(String worker) {
        return BeginRequest.of(runId, operationId, lease, revocationEpoch, worker);
    }

    /** One pass over the headers that gathers all faults. */
    private static final class Reading {

        private final Map<String, String> byName = new LinkedHashMap<>();
        private final List<String> faults = new ArrayList<>();

        Reading(Map<String, String> headers) {
            headers.forEach((name, value) -> {
                String lower = name.toLowerCase(Locale.ROOT);
                // Some queues know headers without a value: such a one is absent.
                if (value != null
                        && lower.startsWith("quietus-")
                        && byName.put(lower, value) != null) {
                    faults.add(lower + " is there more than once");
                }
            });
        }

        String identifier(String name) {
            String value = byName.get(name);
            if (value == null) {
                faults.add(name + " is absent");
                return "";
            }
            if (!Identifiers.isSound(value)) {
                faults.add(name + " is not 1 to 200 printable ASCII characters without spaces");
            }
            return value;
        }

        long epoch() {
            String value = byName.getOrDefault(REVOCATION_EPOCH, "");
            boolean digits = !value.isEmpty()
                    && value.length() <= 18
                    && value.chars().allMatch(c -> c >= '0' && c <= '9');
            if (!digits) {
                faults.add(REVOCATION_EPOCH
                        + (value.isEmpty() ? " is absent" : " is not a number from 0"));
                return 0;
            }
            return Long.parseLong(value);
        }

        Instant expiry() {
            String value = byName.getOrDefault(EXPIRES_AT, "");
            try {
                return Instant.parse(value);
            } catch (DateTimeParseException e) {
                faults.add(EXPIRES_AT
                        + (value.isEmpty() ? " is absent" : " is not a time (RFC 3339)"));
                return Instant.EPOCH;
            }
        }
    }
}
