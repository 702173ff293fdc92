package dev.quietus.verify.gateway.hook;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.hook.HookDialect;
import dev.quietus.gateway.hook.HookDoor;
import dev.quietus.gateway.hook.HookRules;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.verify.server.TestingQuietus;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A server, a run, and the door for the hooks of its agent. */
final class HookScene implements AutoCloseable {
    final TestingQuietus server;
    final RunAuthority run;
    final GatewayRun gateway;
    final HookDoor door;
    private final HttpClient http = HttpClient.newHttpClient();

    HookScene(Path folder, String runId) throws IOException {
        this.server = TestingQuietus.start(folder, Optional.empty());
        this.run = server.run(runId);
        this.gateway = GatewayRun.join(server.agent(run).quietus(), runId, "hook");
        this.door = HookDoor.open(gateway, HookRules.usual().withGated(Set.of("gated")));
    }

    /** Tells of an event and reads the answer. */
    JsonObject tell(HookDialect dialect, JsonObject.Builder event) {
        HttpResponse<String> answer = post(door.url(dialect), event.build().toJson());
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.statusCode() + ": " + answer.body());
        }
        return Json.parseObject(answer.body());
    }

    JsonObject tell(JsonObject.Builder event) {
        return tell(HookDialect.CLAUDE_CODE, event);
    }

    HttpResponse<String> post(String url, String body) {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create(url))
                            .timeout(Duration.ofSeconds(30))
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    static JsonObject.Builder event(String name) {
        return JsonObject.builder().put("hook_event_name", name).put("session_id", "s-1");
    }

    static JsonObject.Builder before(String tool, String call) {
        return event("PreToolUse")
                .put("tool_name", tool)
                .put("tool_use_id", call)
                .put(
                        "tool_input",
                        JsonObject.builder().put("command", "make s3cret").build());
    }

    static JsonObject.Builder after(String tool, String call) {
        return event("PostToolUse")
                .put("tool_name", tool)
                .put("tool_use_id", call)
                .put(
                        "tool_response",
                        JsonObject.builder()
                                .put("stdout", "made s3cret")
                                .put("interrupted", false)
                                .build());
    }

    /** The operations of a run, in the order of their begin. */
    List<JsonObject> operations(String runId) {
        return server.operator().all("operations", "runs", runId, "operations");
    }

    /** The only operation of a run. */
    JsonObject only(String runId) {
        List<JsonObject> all = operations(runId);
        if (all.size() != 1) {
            throw new AssertionError("expected one operation, found " + all);
        }
        return all.getFirst();
    }

    /** Waits until the only operation of a run is in a state. */
    JsonObject awaitOnly(String runId, String state) {
        return server.awaitOperation(runId, only(runId).string("operation_id"), state);
    }

    @Override
    public void close() {
        door.close();
        gateway.close();
        http.close();
        server.close();
    }
}
