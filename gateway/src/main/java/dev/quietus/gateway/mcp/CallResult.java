package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;

import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.run.ContentDigest;

import java.io.IOException;
import java.util.Optional;

/** What the answer to a tool's call means for the record. */
sealed interface CallResult {
    /**
     * The call has come to its end.
     *
     * @param facts what is known
     */
    record Done(FinishFacts facts) implements CallResult {}

    /**
     * The work goes on as a task.
     *
     * @param word what the server says of it
     */
    record BecameTask(TaskWord word) implements CallResult {}

    /**
     * The server wants something first; the client asks again with it.
     *
     * @param state by what the next round is known again; empty if the server keeps no state
     */
    record WantsInput(Optional<String> state) implements CallResult {}

    /** Reads an answer. */
    static CallResult of(ClientRequest request, McpMessage answer) {
        JsonNode body;
        try {
            body = answer.body();
        } catch (IOException e) {
            return new Done(failed(request, "the answer can be read in more than one way"));
        }
        if (answer.isError()) {
            return new Done(failed(
                    request,
                    "the server answered with error " + body.path("code").asInt()));
        }
        Optional<TaskWord> task = TaskWord.ofCall(body);
        if (task.isPresent()) {
            return new BecameTask(task.get());
        }
        if (body.path("resultType").asText("").equals("input_required")) {
            JsonNode state = body.path("requestState");
            return new WantsInput(
                    state.isTextual() ? Optional.of(state.textValue()) : Optional.empty());
        }
        return new Done(
                ofResult(request, body).withOutputDigest(ContentDigest.of(answer.bodyBytes())));
    }

    /** What the result of a tool says. */
    static FinishFacts ofResult(ClientRequest request, JsonNode result) {
        return result.path("isError").asBoolean(false)
                ? failed(request, "the tool says that it failed")
                : FinishFacts.succeeded();
    }

    /** What the last word of a server on a task says. A cancelled one may well have had effects. */
    static FinishFacts ofTask(ClientRequest request, TaskWord word) {
        return switch (word.status()) {
            case "completed" ->
                word.result()
                        .map(result -> ofResult(request, result))
                        .orElseGet(FinishFacts::succeeded);
            case "cancelled" ->
                unknown(request, FinishFacts.of(Outcome.CANCELLED))
                        .withDetail("the server calls the task cancelled");
            default -> failed(request, "the server calls the task " + word.status());
        };
    }

    /** A failure; nobody knows what it did before. */
    static FinishFacts failed(ClientRequest request, String why) {
        return unknown(request, FinishFacts.failed(why));
    }

    /** The same facts with an effect that is not known, where there may be one. */
    static FinishFacts unknown(ClientRequest request, FinishFacts facts) {
        return request.isReadOnly() ? facts : facts.withEffect(Effect.UNKNOWN);
    }
}
