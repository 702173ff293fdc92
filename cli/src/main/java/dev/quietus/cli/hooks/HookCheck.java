package dev.quietus.cli.hooks;

import com.sun.net.httpserver.HttpServer;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.hook.HookDialect;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Proves what an installed hook does by calling it as the agent would, without the agent and
 * without a run: it must refuse when it is told to, and when nobody answers.
 */
public final class HookCheck {
    private static final long MOST_SECONDS = 60;
    private static final int REFUSED = 2;
    private static final String REASON = "this is a check";

    private final HookPlace place;
    private final HookInstall installed;

    /** For the settings of one agent. */
    public HookCheck(HookPlace place, Path state) {
        this.place = place;
        this.installed = new HookInstall(place, state);
    }

    /**
     * One finding.
     *
     * @param good whether it is as it must be
     * @param words what was found
     */
    public record Finding(boolean good, String words) {}

    /** Looks and calls. */
    public List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        JsonObject settings = installed.present().orElse(JsonObject.empty());
        List<String> missing = HookTable.events(place.dialect()).stream()
                .filter(event -> HookMerge.installed(settings, event).isEmpty())
                .toList();
        findings.add(new Finding(
                missing.isEmpty(),
                missing.isEmpty()
                        ? "all events have their hook in " + place.file()
                        : "no hook in " + place.file() + " for " + String.join(", ", missing)));
        for (String event : HookTable.DECIDING) {
            Optional<String> command = HookMerge.installed(settings, event);
            if (command.isPresent()) {
                findings.addAll(calls(event, command.get()));
            }
        }
        if (place.dialect() == HookDialect.CODEX && missing.isEmpty()) {
            findings.add(trust());
        }
        return findings;
    }

    private List<Finding> calls(String event, String command) {
        List<Finding> findings = new ArrayList<>();
        try {
            Answer told = toldNo(event, command);
            boolean refused = told.exit() == 0 && refuses(event, told.out());
            findings.add(new Finding(
                    refused,
                    event + (refused ? " refuses" : " does NOT refuse") + " when told to"));
            Answer alone = call(event, command, Optional.of("http://127.0.0.1:1/nobody"));
            boolean closed = alone.exit() == REFUSED && !alone.err().isBlank();
            findings.add(new Finding(
                    closed,
                    event + (closed ? " refuses" : " does NOT refuse") + " when nobody answers"));
            Answer outside = call(event, command, Optional.empty());
            boolean sound =
                    outside.exit() == REFUSED && !outside.err().isBlank() || outside.exit() == 0;
            findings.add(new Finding(
                    sound,
                    event + (outside.exit() == 0 ? " says nothing" : " refuses")
                            + " outside of 'quietus run'"));
        } catch (IOException e) {
            findings.add(new Finding(false, event + " can't be called: " + e.getMessage()));
        }
        return findings;
    }

    /** Calls the hook with a door that says no to everything. */
    private Answer toldNo(String event, String command) throws IOException {
        HttpServer door =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        byte[] no = no(event).toJson().getBytes(StandardCharsets.UTF_8);
        door.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, no.length);
                exchange.getResponseBody().write(no);
            }
        });
        door.start();
        try {
            return call(
                    event,
                    command,
                    Optional.of("http://127.0.0.1:" + door.getAddress().getPort()));
        } finally {
            door.stop(0);
        }
    }

    private static JsonObject no(String event) {
        return event.equals("PreToolUse")
                ? JsonObject.builder()
                        .put(
                                "hookSpecificOutput",
                                JsonObject.builder()
                                        .put("hookEventName", event)
                                        .put("permissionDecision", "deny")
                                        .put("permissionDecisionReason", REASON)
                                        .build())
                        .build()
                : JsonObject.builder()
                        .put("decision", "block")
                        .put("reason", REASON)
                        .build();
    }

    private static boolean refuses(String event, String out) {
        try {
            return Json.parseObject(out).equals(no(event));
        } catch (JsonException nothing) {
            return false;
        }
    }

    private record Answer(int exit, String out, String err) {}

    private Answer call(String event, String command, Optional<String> url) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command);
        Map<String, String> environment = new HashMap<>(place.environment());
        environment.remove("QUIETUS_HOOK_URL");
        url.ifPresent(address -> environment.put("QUIETUS_HOOK_URL", address));
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(JsonObject.builder()
                    .put("hook_event_name", event)
                    .put("session_id", "check")
                    .put("tool_name", "Bash")
                    .put("tool_input", JsonObject.empty())
                    .put("tool_use_id", "check")
                    .build()
                    .toJson()
                    .getBytes(StandardCharsets.UTF_8));
        } catch (IOException itDidNotRead) {
            // Outside of a run it says so without reading.
        }
        try {
            String out =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String err =
                    new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("it does not end");
            }
            return new Answer(process.exitValue(), out, err);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private Finding trust() {
        Map<String, String> environment = new HashMap<>(place.environment());
        environment.put("CODEX_HOME", place.folder().toAbsolutePath().toString());
        try {
            boolean trusted = CodexAnswers.ask(
                            "codex", List.of(), environment, place.folder().toAbsolutePath())
                    .trusts("user");
            return new Finding(
                    trusted,
                    trusted
                            ? "Codex trusts the hooks and runs them"
                            : "Codex does NOT trust the hooks and skips them; open it and use"
                                    + " /hooks");
        } catch (IOException e) {
            return new Finding(
                    false, "Codex can't be asked whether it trusts the hooks: " + e.getMessage());
        }
    }
}
