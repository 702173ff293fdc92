package dev.quietus.verify.agents;

import static dev.quietus.verify.server.RunningQuietus.until;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** What a user says to an agent that takes messages while it works. */
final class Talk {
    /** What must never reach a model once the run is stopped. */
    static final String QUEUED = "and then the other thing";

    private final RunOfAgent agent;
    private final Cell.Agent kind;
    private String thread = "";
    private String turn = "";

    Talk(RunOfAgent agent, Cell.Agent kind) {
        this.agent = agent;
        this.kind = kind;
    }

    /** The first message. */
    void begin() throws IOException {
        switch (kind) {
            case CLAUDE -> line(user("go"));
            case CODEX -> {
                call(1, "initialize", object("clientInfo", clientInfo()));
                thread = result(call(2, "thread/start", JsonObject.empty()))
                        .object("thread")
                        .string("id");
                turn = result(call(3, "turn/start", said("go"))).object("turn").string("id");
            }
        }
    }

    /** Another one, behind what the agent is doing. */
    void queue() throws IOException {
        switch (kind) {
            case CLAUDE -> line(user(QUEUED));
            case CODEX ->
                result(call(
                        4,
                        "turn/steer",
                        said(QUEUED).with("expectedTurnId", new JsonString(turn))));
        }
    }

    private static JsonObject user(String text) {
        JsonObject message =
                JsonObject.builder().put("role", "user").put("content", text).build();
        return JsonObject.builder().put("type", "user").put("message", message).build();
    }

    private static JsonObject clientInfo() {
        return JsonObject.builder().put("name", "verify").put("version", "1").build();
    }

    private static JsonObject object(String name, JsonValue value) {
        return JsonObject.builder().put(name, value).build();
    }

    private JsonObject said(String text) {
        JsonObject input =
                JsonObject.builder().put("type", "text").put("text", text).build();
        return JsonObject.builder()
                .put("threadId", thread)
                .put("input", JsonArray.of(List.of(input)))
                .build();
    }

    private int call(int id, String method, JsonObject parameters) throws IOException {
        line(JsonObject.builder()
                .put("jsonrpc", "2.0")
                .put("id", id)
                .put("method", method)
                .put("params", parameters)
                .build());
        return id;
    }

    private JsonObject result(int id) {
        return until(
                "an answer to call " + id,
                () -> answers()
                        .filter(answer -> answer.has("id") && answer.integer("id") == id)
                        .findFirst()
                        .map(answer -> {
                            if (!answer.has("result")) {
                                throw new AssertionError(answer.toJson());
                            }
                            return answer.object("result");
                        }));
    }

    private Stream<JsonObject> answers() {
        return agent.out()
                .lines()
                .flatMap(line -> {
                    try {
                        return Stream.of(Json.parseObject(line));
                    } catch (JsonException notWhole) {
                        return Stream.<JsonObject>empty();
                    }
                })
                .filter(line -> !line.has("method"));
    }

    private void line(JsonObject message) throws IOException {
        agent.input().write((message.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
        agent.input().flush();
    }
}
