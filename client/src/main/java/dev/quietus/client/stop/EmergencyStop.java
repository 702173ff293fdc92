package dev.quietus.client.stop;

import dev.quietus.client.http.UrlPath;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;
import dev.quietus.client.wire.HttpReply;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * The stop button: presses {@code POST /v1/runs/{id}/stop} again and again until the server has
 * acknowledged it with a barrier, refuses for good, or the time is over.
 *
 * <p>It needs nothing but a socket and starts in a few milliseconds. Pressing again is safe: the
 * server answers with the same barrier. Instances are immutable and may be used by any thread.
 *
 * <p>The path to an acknowledgement uses neither lambdas nor string concatenation: on a cold JVM
 * their bootstrap costs more than the request.
 */
public final class EmergencyStop {

    private static final int SHOWN = 200;

    private final StopEndpoint endpoint;
    private final StopPatience patience;
    private final StopAttemptListener listener;

    private EmergencyStop(
            StopEndpoint endpoint, StopPatience patience, StopAttemptListener listener) {
        this.endpoint = endpoint;
        this.patience = patience;
        this.listener = listener;
    }

    /**
     * A stop button for the server at {@code baseUrl}.
     *
     * @param token the operator's token, if the server asks for one
     * @throws IllegalArgumentException if the address is not http or https with a host, or the
     *     token holds anything but visible ASCII
     */
    public static EmergencyStop at(URI baseUrl, Optional<String> token) {
        return new EmergencyStop(
                StopEndpoint.of(baseUrl, token), StopPatience.DEFAULT, StopAttemptListener.NONE);
    }

    /** The same button with other patience. */
    public EmergencyStop with(StopPatience newPatience) {
        return new EmergencyStop(endpoint, newPatience, listener);
    }

    /** The same button, which tells of each failed try. */
    public EmergencyStop with(StopAttemptListener newListener) {
        return new EmergencyStop(endpoint, patience, newListener);
    }

    /**
     * Stops a run; blocks until the answer is known or the patience is at its end. An interrupt
     * ends it at the next pause with {@link StopAnswer.NotAcknowledged} and stays set. Looking up a
     * host name is bounded by the system's resolver only; an address needs no look-up.
     *
     * @param runId the run
     * @param body the stop request: {@code reason} and what else the API knows
     * @throws IllegalArgumentException if the run id is empty or a dot
     */
    public StopAnswer press(String runId, JsonObject body) {
        String path = UrlPath.of("v1", "runs", runId, "stop");
        byte[] content = body.toJson().getBytes(StandardCharsets.UTF_8);
        long startNanos = System.nanoTime();
        long deadlineNanos = startNanos + patience.deadline().toNanos();
        long longestMillis = patience.longestPause().toMillis();
        long pauseMillis = Math.min(patience.firstPause().toMillis(), longestMillis);
        for (int tries = 1; ; tries++) {
            String reason;
            try {
                HttpReply reply = endpoint.post(path, content, patience, deadlineNanos);
                Optional<StopAnswer> answer = understand(reply);
                if (answer.isPresent()) {
                    return answer.get();
                }
                reason = reasonOf(reply);
            } catch (IOException e) {
                reason = StopFailures.describe(e);
            }
            tell(new FailedAttempt(
                    tries, Duration.ofNanos(System.nanoTime() - startNanos), reason));
            long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                return new StopAnswer.NotAcknowledged(tries, reason);
            }
            if (!pause(Math.min(pauseMillis, leftMillis))) {
                return new StopAnswer.NotAcknowledged(tries, reason + " (then interrupted)");
            }
            // Less than a millisecond is no time for a try, and would hide the reason known so far.
            if (deadlineNanos - System.nanoTime() < 1_000_000) {
                return new StopAnswer.NotAcknowledged(tries, reason);
            }
            pauseMillis = Math.min(pauseMillis * 2, longestMillis);
        }
    }

    /** The final answer that a reply holds; empty if it asks to try again. */
    private static Optional<StopAnswer> understand(HttpReply reply) {
        int status = reply.status();
        if (status == 200 || status == 201 || status == 202) {
            Optional<JsonObject> barrier = barrier(reply.body());
            return barrier.isPresent()
                    ? Optional.of(new StopAnswer.Acknowledged(barrier.get()))
                    : Optional.empty();
        }
        boolean passing = status == 408 || status == 425 || status == 429;
        if (status >= 400 && status <= 499 && !passing) {
            return Optional.of(new StopAnswer.Refused(status, problem(reply)));
        }
        return Optional.empty();
    }

    /** The barrier, bare or as the only member of the answer. */
    private static Optional<JsonObject> barrier(byte[] body) {
        Optional<JsonObject> object = object(body);
        if (object.isEmpty() || object.get().has("barrier_id")) {
            return object;
        }
        for (JsonValue member : object.get().asMap().values()) {
            if (member instanceof JsonObject inner && inner.has("barrier_id")) {
                return Optional.of(inner);
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonObject> object(byte[] body) {
        try {
            JsonValue value = Json.parse(body, JsonLimits.DEFAULT);
            return value instanceof JsonObject object ? Optional.of(object) : Optional.empty();
        } catch (JsonException notJson) {
            return Optional.empty();
        }
    }

    private static JsonObject problem(HttpReply reply) {
        Optional<JsonObject> sent = object(reply.body());
        if (sent.isPresent()) {
            return sent.get();
        }
        String text = new String(reply.body(), StandardCharsets.UTF_8).strip();
        return JsonObject.builder()
                .put("title", "HTTP status " + reply.status())
                .put("status", JsonNumber.of(reply.status()))
                .put("detail", new JsonString(shortened(text)))
                .build();
    }

    /** Cut between characters: half of a surrogate pair has no JSON form. */
    private static String shortened(String text) {
        if (text.length() <= SHOWN) {
            return text;
        }
        boolean withinPair = Character.isHighSurrogate(text.charAt(SHOWN - 1));
        return text.substring(0, withinPair ? SHOWN - 1 : SHOWN);
    }

    private static String reasonOf(HttpReply reply) {
        if (reply.status() >= 200 && reply.status() <= 299) {
            return "the server answered " + reply.status() + " without a barrier";
        }
        return "the server answered with status " + reply.status();
    }

    private void tell(FailedAttempt attempt) {
        try {
            listener.noAnswerYet(attempt);
        } catch (RuntimeException brokenListener) {
            // The stop must go out even if nobody can be told about it.
            return;
        }
    }

    private static boolean pause(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
