package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * The wish for the next due operation of a built-in queue.
 *
 * @param queue the queue
 * @param worker who asks
 * @param longPoll how long the server may hold the question while nothing is due; it takes up to 60
 *     s
 * @param requestId the marker of this claim: asked again with the same, the answer is the same
 * @param heartbeatTimeout how long the worker may be silent before it is given up; the server takes
 *     half a second to an hour, and 60 s if it is not said
 */
public record ClaimRequest(
        String queue,
        String worker,
        Duration longPoll,
        String requestId,
        Optional<Duration> heartbeatTimeout) {

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if an identifier is not sound or a duration is negative
     */
    public ClaimRequest {
        Identifiers.check("queue", queue);
        Identifiers.check("worker", worker);
        Identifiers.check("request_id", requestId);
        WireTime.requireNotNegative(longPoll);
        if (heartbeatTimeout.isPresent()) {
            WireTime.requireNotNegative(heartbeatTimeout.get());
        }
    }

    /** A claim with a fresh request id. */
    public static ClaimRequest of(String queue, String worker, Duration longPoll) {
        return new ClaimRequest(
                queue, worker, longPoll, UUID.randomUUID().toString(), Optional.empty());
    }

    /** The same claim with a time-out for heartbeats. */
    public ClaimRequest withHeartbeatTimeout(Duration timeout) {
        return new ClaimRequest(queue, worker, longPoll, requestId, Optional.of(timeout));
    }

    JsonObject body() {
        return JsonObject.builder()
                .put("queue", queue)
                .put("worker", worker)
                .put("wait_seconds", WireTime.seconds(longPoll))
                .put("request_id", requestId)
                .putIfPresent("heartbeat_timeout_seconds", WireTime.seconds(heartbeatTimeout))
                .build();
    }
}
