package dev.quietus.cli.hooks;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * What Codex itself says of its settings, asked over its own protocol ({@code codex app-server}):
 * nobody else knows how its files, profiles and options come together, and what it calls a hook's
 * hash. Nothing is changed by asking.
 *
 * @param config the settings that hold
 * @param hooks the hooks that it knows, ours among them
 * @param account how it is logged in; empty where it did not say
 */
public record CodexAnswers(JsonObject config, List<JsonObject> hooks, Optional<String> account) {
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final int LONGEST_LINE = 16 << 20;

    /** Copies the list. */
    public CodexAnswers {
        hooks = List.copyOf(hooks);
    }

    /**
     * Asks.
     *
     * @param program its program
     * @param options options before its command
     * @param environment its environment
     * @param directory where it would work
     * @throws IOException when it does not answer
     */
    public static CodexAnswers ask(
            String program, List<String> options, Map<String, String> environment, Path directory)
            throws IOException {
        List<String> line = new ArrayList<>(List.of(program));
        line.addAll(options);
        line.add("app-server");
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        Thread watch = Thread.ofVirtual().start(() -> endLater(process));
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
                OutputStream writer = process.getOutputStream()) {
            return talk(reader, writer, directory);
        } finally {
            watch.interrupt();
            process.destroyForcibly();
        }
    }

    private static void endLater(Process process) {
        try {
            process.waitFor(WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException answered) {
            return;
        }
        process.destroyForcibly();
    }

    private static CodexAnswers talk(BufferedReader reader, OutputStream writer, Path directory)
            throws IOException {
        JsonObject client =
                JsonObject.builder().put("name", "quietus").put("version", "1").build();
        send(
                writer,
                1,
                "initialize",
                JsonObject.builder().put("clientInfo", client).build());
        Map<Long, JsonObject> answers = new HashMap<>();
        await(reader, answers, 1);
        send(writer, 0, "initialized", JsonObject.empty());
        send(
                writer,
                2,
                "config/read",
                JsonObject.builder()
                        .put("includeLayers", false)
                        .put("cwd", directory.toString())
                        .build());
        send(
                writer,
                3,
                "hooks/list",
                JsonObject.builder()
                        .put("cwds", JsonArray.ofStrings(List.of(directory.toString())))
                        .build());
        send(
                writer,
                4,
                "account/read",
                JsonObject.builder().put("refreshToken", false).build());
        for (int id = 2; id <= 4; id++) {
            await(reader, answers, id);
        }
        return read(answers);
    }

    private static void send(OutputStream writer, int id, String method, JsonObject parameters)
            throws IOException {
        JsonObject.Builder message = JsonObject.builder();
        if (id > 0) {
            message.put("id", id);
        }
        message.put("method", method);
        if (!parameters.isEmpty()) {
            message.put("params", parameters);
        }
        writer.write((message.build().toJson() + "\n").getBytes(StandardCharsets.UTF_8));
        writer.flush();
    }

    private static void await(BufferedReader reader, Map<Long, JsonObject> answers, long id)
            throws IOException {
        while (!answers.containsKey(id)) {
            String line = reader.readLine();
            if (line == null) {
                throw new IOException("codex app-server has ended without an answer");
            }
            try {
                JsonObject message =
                        (JsonObject) Json.parse(line, JsonLimits.ofBytes(LONGEST_LINE));
                if (message.has("id") && !message.has("method")) {
                    answers.put(message.integer("id"), message);
                }
            } catch (JsonException | ClassCastException noMessage) {
                throw new IOException("codex app-server speaks otherwise than expected", noMessage);
            }
        }
    }

    private static CodexAnswers read(Map<Long, JsonObject> answers) throws IOException {
        try {
            JsonObject config = answers.getOrDefault(2L, JsonObject.empty())
                    .object("result")
                    .object("config");
            List<JsonObject> hooks = answers
                    .getOrDefault(3L, JsonObject.empty())
                    .object("result")
                    .array("data")
                    .objects()
                    .stream()
                    .flatMap(each -> each.array("hooks").objects().stream())
                    .toList();
            Optional<String> account = answers.getOrDefault(4L, JsonObject.empty())
                    .optionalObject("result")
                    .flatMap(result -> result.member("account"))
                    .filter(JsonObject.class::isInstance)
                    .flatMap(it -> ((JsonObject) it).optionalString("type"));
            return new CodexAnswers(config, hooks, account);
        } catch (JsonException otherwise) {
            throw new IOException("codex app-server answers otherwise than expected", otherwise);
        }
    }

    /**
     * What makes hooks of ours run: their hashes by the keys under which Codex knows them.
     *
     * @param source where the hooks stand, as Codex calls it
     */
    public Map<String, String> hashes(String source) {
        Map<String, String> hashes = new TreeMap<>();
        for (JsonObject hook : ours(source)) {
            hook.optionalString("currentHash")
                    .ifPresent(hash -> hashes.put(hook.string("key"), hash));
        }
        return hashes;
    }

    /** Whether there are hooks of ours from there, and Codex trusts all of them. */
    public boolean trusts(String source) {
        List<JsonObject> ours = ours(source);
        return !ours.isEmpty()
                && ours.stream()
                        .allMatch(hook -> hook.optionalString("trustStatus")
                                .filter("trusted"::equals)
                                .isPresent());
    }

    private List<JsonObject> ours(String source) {
        return hooks.stream()
                .filter(hook ->
                        hook.optionalString("source").filter(source::equals).isPresent())
                .filter(hook -> hook.optionalString("command")
                        .filter(HookCommand::isOurs)
                        .isPresent())
                .filter(hook -> hook.optionalString("key").isPresent())
                .toList();
    }
}
