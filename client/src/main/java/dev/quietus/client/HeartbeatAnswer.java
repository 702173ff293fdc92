package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

import java.util.Optional;

/**
 * What the server told a worker in return for its sign of life.
 *
 * @param stopRequested whether the work shall end
 * @param reason why, if the server said; else the barrier, if the answer names one
 * @param raw the whole answer
 */
public record HeartbeatAnswer(boolean stopRequested, Optional<String> reason, JsonObject raw) {

    static HeartbeatAnswer of(JsonObject answer) {
        Optional<String> reason = answer.optionalString("reason")
                .or(() -> answer.optionalString("barrier_id").map(id -> "barrier " + id));
        return new HeartbeatAnswer(answer.bool("stop_requested"), reason, answer);
    }
}
