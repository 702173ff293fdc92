package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Optional;

/**
 * What a server said of a task, in either revision's form.
 *
 * @param id the server's name of the task
 * @param status such as {@code working}
 * @param life how long the server keeps it
 * @param pause how long to wait before asking again
 * @param result the result of a finished task, where it comes along
 */
record TaskWord(
        String id,
        String status,
        Optional<Duration> life,
        Optional<Duration> pause,
        Optional<JsonNode> result) {
    private static final Duration LONGEST_LIFE = Duration.ofDays(7);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** The task that the result of a call speaks of; empty if the result is no task. */
    static Optional<TaskWord> ofCall(JsonNode result) {
        return result.path("resultType").asText("").equals("task")
                ? of(result)
                : Optional.of(result.path("task")).filter(JsonNode::isObject).flatMap(TaskWord::of);
    }

    /** The task that is described here; empty if none is. */
    static Optional<TaskWord> of(JsonNode task) {
        String id = task.path("taskId").asText("");
        String status = task.path("status").asText("");
        if (id.isEmpty() || status.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new TaskWord(
                id,
                status,
                millis(task, "ttlMs", "ttl", LONGEST_LIFE),
                millis(task, "pollIntervalMs", "pollInterval", LONGEST_PAUSE),
                Optional.of(task.path("result")).filter(JsonNode::isObject)));
    }

    private static Optional<Duration> millis(
            JsonNode task, String name, String older, Duration longest) {
        JsonNode value = task.path(task.has(name) ? name : older);
        if (!value.isNumber() || value.asDouble() < 0) {
            return Optional.empty();
        }
        return Optional.of(
                Duration.ofMillis((long) Math.min(value.asDouble(), (double) longest.toMillis())));
    }

    /** Whether the server says that nothing more comes of it. */
    boolean isFinal() {
        return status.equals("completed") || status.equals("failed") || status.equals("cancelled");
    }
}
