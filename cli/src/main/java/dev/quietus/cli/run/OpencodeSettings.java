package dev.quietus.cli.run;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonBoolean;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What opencode itself says of its settings ({@code opencode debug config}): nobody else knows how
 * its files come together. Nothing is changed by asking.
 *
 * @param config the settings that hold, without secrets
 * @param keys its providers for which a key is kept or set
 * @param model the provider of the model that is asked for; empty if none is named
 */
record OpencodeSettings(JsonObject config, List<String> keys, Optional<String> model) {
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final int MOST_BYTES = 16 << 20;
    private static final long USUAL_PATIENCE_MILLIS = 5_000;

    /** The variables in which its providers look for their keys. */
    private static final Map<String, List<String>> KEY_VARIABLES = Map.of(
            "anthropic", List.of("ANTHROPIC_API_KEY"),
            "openai", List.of("OPENAI_API_KEY"),
            "google", List.of("GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"));

    private static final Map<String, String> USUAL = Map.of(
            "anthropic", "https://api.anthropic.com/v1",
            "openai", "https://api.openai.com/v1",
            "google", "https://generativelanguage.googleapis.com/v1beta");

    private static final Map<String, String> DIALECT = Map.of(
            "anthropic", ModelDoors.ANTHROPIC,
            "openai", ModelDoors.OPENAI,
            "google", ModelDoors.GEMINI,
            "@ai-sdk/anthropic", ModelDoors.ANTHROPIC,
            "@ai-sdk/openai", ModelDoors.OPENAI,
            "@ai-sdk/openai-compatible", ModelDoors.OPENAI,
            "@ai-sdk/google", ModelDoors.GEMINI);

    /** Copies the list. */
    OpencodeSettings {
        keys = List.copyOf(keys);
    }

    /**
     * A provider of models.
     *
     * @param name opencode's name of it
     * @param dialect the API that it speaks
     * @param url where it is
     */
    record Models(String name, String dialect, URI url) {}

    /**
     * Asks.
     *
     * @throws IOException when it does not answer
     */
    static OpencodeSettings ask(AgentWiring.Start start) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(start.command().getFirst(), "debug", "config")
                .directory(start.directory().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(start.environment());
        Process process = builder.start();
        Thread watch = Thread.ofVirtual().start(() -> endLater(process));
        try (InputStream out = process.getInputStream()) {
            process.getOutputStream().close();
            byte[] said = out.readNBytes(MOST_BYTES);
            JsonObject config = Json.parseObject(said, new JsonLimits(MOST_BYTES, 128));
            return new OpencodeSettings(config, keys(start), model(start, config));
        } catch (JsonException e) {
            throw new IOException("'opencode debug config' does not answer with its settings", e);
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

    private static List<String> keys(AgentWiring.Start start) {
        Path data = start.variable("XDG_DATA_HOME")
                .map(Path::of)
                .orElse(Path.of(start.variable("HOME").orElse("/"), ".local/share"));
        JsonObject kept =
                JsonFiles.read(data.resolve("opencode/auth.json")).orElse(JsonObject.empty());
        List<String> names = new ArrayList<>();
        for (String name : List.of("anthropic", "openai", "google")) {
            boolean isKept = JsonParts.object(kept, name)
                    .flatMap(entry -> JsonParts.text(entry, "type"))
                    .filter("api"::equals)
                    .isPresent();
            boolean isSet = KEY_VARIABLES.getOrDefault(name, List.of()).stream()
                    .anyMatch(variable -> start.variable(variable).isPresent());
            if (isKept || isSet) {
                names.add(name);
            }
        }
        return names;
    }

    /** The provider of the model, as the command line names it or else the settings. */
    private static Optional<String> model(AgentWiring.Start start, JsonObject config) {
        Optional<String> named = Optional.empty();
        List<String> words = start.command();
        for (int i = 1; i < words.size() && !words.get(i).equals("--"); i++) {
            String word = words.get(i);
            if (word.startsWith("--model=")) {
                named = Optional.of(word.substring("--model=".length()));
            } else if ((word.equals("-m") || word.equals("--model")) && i + 1 < words.size()) {
                named = Optional.of(words.get(i + 1));
            }
        }
        return named.or(() -> JsonParts.text(config, "model"))
                .filter(model -> model.contains("/"))
                .map(model -> model.substring(0, model.indexOf('/')));
    }

    /** The providers whose API is known, the one of the model first. */
    List<Models> models() {
        Map<String, Models> found = new LinkedHashMap<>();
        model.flatMap(this::named).ifPresent(it -> found.put(it.name(), it));
        JsonParts.object(config, "provider")
                .ifPresent(all -> all.asMap()
                        .keySet()
                        .forEach(name -> named(name).ifPresent(it -> found.put(name, it))));
        keys.forEach(name -> named(name).ifPresent(it -> found.putIfAbsent(name, it)));
        return List.copyOf(found.values());
    }

    private Optional<Models> named(String name) {
        JsonObject entry = JsonParts.object(config, "provider")
                .flatMap(all -> JsonParts.object(all, name))
                .orElse(JsonObject.empty());
        Optional<String> dialect = JsonParts.text(entry, "npm")
                .or(() -> Optional.of(name))
                .flatMap(kind -> Optional.ofNullable(DIALECT.get(kind)));
        Optional<URI> url = JsonParts.object(entry, "options")
                .flatMap(options -> JsonParts.text(options, "baseURL"))
                .or(() -> JsonParts.text(entry, "api"))
                .or(() -> Optional.ofNullable(USUAL.get(name)))
                .flatMap(ModelDoors::address);
        return dialect.flatMap(it -> url.map(at -> new Models(name, it, at)));
    }

    /** The MCP servers that it starts itself and that are not switched off, by name. */
    Map<String, McpServer.Program> servers() {
        Map<String, McpServer.Program> programs = new LinkedHashMap<>();
        entries().forEach((name, entry) -> {
            List<String> line = JsonParts.texts(entry, "command");
            if (!line.isEmpty() && !isRemote(entry)) {
                programs.put(
                        name,
                        new McpServer.Program(
                                line.getFirst(), line.subList(1, line.size()), environment(entry)));
            }
        });
        return programs;
    }

    /** Values of secrets are not among what opencode tells; the names are. */
    private static Map<String, String> environment(JsonObject entry) {
        Map<String, String> environment = new LinkedHashMap<>();
        JsonObject all = JsonParts.object(entry, "environment").orElse(JsonObject.empty());
        all.asMap().keySet().forEach(name -> environment.put(name, ""));
        return environment;
    }

    /** The MCP servers that it reaches over a network. */
    List<String> remoteServers() {
        return entries().entrySet().stream()
                .filter(each -> isRemote(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private Map<String, JsonObject> entries() {
        Map<String, JsonObject> entries = new LinkedHashMap<>();
        JsonObject all = JsonParts.object(config, "mcp").orElse(JsonObject.empty());
        for (String name : all.asMap().keySet()) {
            JsonParts.object(all, name)
                    .filter(entry -> entry.member("enabled")
                            .filter(new JsonBoolean(false)::equals)
                            .isEmpty())
                    .ifPresent(entry -> entries.put(name, entry));
        }
        return entries;
    }

    /** How long it waits for a request of this server, in milliseconds. */
    long patienceMillis(String name) {
        return Optional.ofNullable(entries().get(name))
                .flatMap(entry -> entry.member("timeout"))
                .filter(JsonNumber.class::isInstance)
                .map(value -> (long) ((JsonNumber) value).doubleValue())
                .orElse(USUAL_PATIENCE_MILLIS);
    }

    private static boolean isRemote(JsonObject entry) {
        return JsonParts.text(entry, "type").filter("remote"::equals).isPresent();
    }
}
