package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

import java.util.Optional;

/**
 * What the server told a worker in return for its sign of life.
 *
 * @param stopRequested whether the work shall end
 * @param reason why, if the server said
 * @param raw the whole answer
 */
public record HeartbeatAnswer(boolean stopRequested, Optional<String> reason, JsonObject raw) {

    static HeartbeatAnswer of(JsonObject answer) {
        return new HeartbeatAnswer(
                answer.bool("stop_requested"), answer.optionalString("reason"), answer);
    }
}
