package dev.quietus.cli.run;

import dev.quietus.cli.hooks.CodexAnswers;
import dev.quietus.cli.hooks.HookCommand;
import dev.quietus.cli.hooks.HookTable;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonBoolean;
import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.gateway.hook.HookDialect;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Codex: everything by options of this start. Its hooks are commands that refuse where nobody
 * answers; Codex runs a hook only with the hash that was trusted, which is asked of it and given
 * for this start. For one start.
 */
final class CodexWiring implements AgentWiring {
    private static final String HOOKS = "hooks=";
    private static final String OURS = "sessionFlags";
    private static final String BUILT_IN = "openai";
    /** What Codex gives a server that says nothing else. */
    private static final long USUAL_SECONDS = 30;

    private static final long GATEWAY_SECONDS = 30;
    private static final String CHATGPT = "https://chatgpt.com/backend-api/";

    private Optional<CodexAnswers> answers = Optional.empty();

    @Override
    public Found find(Start start) {
        List<String> outside = new ArrayList<>();
        Map<String, McpServer> gated = new LinkedHashMap<>();
        Map<String, URI> upstreams = new HashMap<>();
        try {
            CodexArguments arguments = arguments(start);
            List<String> options = new ArrayList<>(arguments.settings());
            options.addAll(hooks());
            Path directory =
                    arguments.directory().map(start.directory()::resolve).orElse(start.directory());
            CodexAnswers told = CodexAnswers.ask(
                    start.command().getFirst(), options, start.environment(), directory);
            answers = Optional.of(told);
            upstream(told, start)
                    .ifPresentOrElse(
                            url -> upstreams.put(ModelDoors.OPENAI, url),
                            () -> outside.add("model requests: the address of its provider '"
                                    + provider(told) + "' is not known"));
            servers(told, gated, outside);
            if (trust(told).isEmpty()) {
                outside.add("built-in tools: Codex does not list the hooks of this start");
            }
        } catch (IOException e) {
            outside.add("anything but its processes: Codex could not be asked for its settings ("
                    + e.getMessage() + ")");
        }
        return new Found(upstreams, gated, outside);
    }

    private static CodexArguments arguments(Start start) {
        return CodexArguments.read(start.command().subList(1, start.command().size()));
    }

    private static List<String> hooks() {
        JsonObject table = HookTable.overCommand(HookDialect.CODEX, HookCommand.Outside.REFUSE);
        return List.of("-c", HOOKS + TomlText.inline(table), "-c", "features.hooks=true");
    }

    private static String provider(CodexAnswers told) {
        return told.config()
                .member("model_provider")
                .filter(JsonString.class::isInstance)
                .map(value -> ((JsonString) value).value())
                .orElse(BUILT_IN);
    }

    private static Optional<URI> upstream(CodexAnswers told, Start start) {
        String provider = provider(told);
        if (!provider.equals(BUILT_IN)) {
            return JsonParts.object(told.config(), "model_providers")
                    .flatMap(all -> JsonParts.object(all, provider))
                    .flatMap(it -> JsonParts.text(it, "base_url"))
                    .flatMap(ModelDoors::address);
        }
        Optional<URI> named =
                JsonParts.text(told.config(), "openai_base_url").flatMap(ModelDoors::address);
        if (named.isEmpty() && told.account().filter("chatgpt"::equals).isPresent()) {
            String base = JsonParts.text(told.config(), "chatgpt_base_url").orElse(CHATGPT);
            return ModelDoors.address(base + (base.endsWith("/") ? "codex" : "/codex"));
        }
        return named.or(() -> ModelDoors.upstream(ModelDoors.OPENAI, start));
    }

    private static void servers(
            CodexAnswers told, Map<String, McpServer> gated, List<String> outside) {
        JsonParts.object(told.config(), "mcp_servers").ifPresent(all -> {
            for (String name : all.asMap().keySet()) {
                Optional<JsonObject> server = JsonParts.object(all, name);
                boolean off = server.flatMap(it -> it.member("enabled"))
                        .filter(new JsonBoolean(false)::equals)
                        .isPresent();
                if (server.isEmpty() || off) {
                    continue;
                }
                JsonParts.text(server.get(), "command")
                        .ifPresentOrElse(
                                command -> gated.put(
                                        name,
                                        new McpServer.Program(
                                                command,
                                                JsonParts.texts(server.get(), "args"),
                                                Map.of())),
                                () -> outside.add("MCP server " + name
                                        + " is remote: its calls ask by hook, and are not cut"));
            }
        });
    }

    /** The hashes that Codex has told of the hooks of this start. */
    private static Optional<JsonObject> trust(CodexAnswers told) {
        JsonObject.Builder state = JsonObject.builder();
        told.hashes(OURS)
                .forEach((key, hash) -> state.put(
                        key, JsonObject.builder().put("trusted_hash", hash).build()));
        JsonObject all = state.build();
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    @Override
    public Wired wire(Start start, Found found, Doors doors) {
        List<String> behind = new ArrayList<>();
        CodexArguments arguments = arguments(start);
        List<String> command = new ArrayList<>(List.of(start.command().getFirst()));
        // What is set for the doors has to hold, wherever somebody has set the same.
        command.addAll(arguments.overrides());
        behind.add("its processes");
        if (answers.isPresent()) {
            options(answers.get(), start, found, doors, command, behind);
        }
        command.addAll(arguments.others());
        return new Wired(command, start.environment(), behind);
    }

    private static void options(
            CodexAnswers told,
            Start start,
            Found found,
            Doors doors,
            List<String> command,
            List<String> behind) {
        trust(told).ifPresent(state -> {
            command.addAll(hooks());
            command.addAll(List.of("-c", "hooks.state=" + TomlText.inline(state)));
            behind.add("built-in tools (hooks)");
        });
        Optional.ofNullable(doors.readable().get(ModelDoors.OPENAI)).ifPresent(door -> {
            command.addAll(List.of("-c", model(provider(told), door)));
            behind.add(0, "model API");
        });
        if (!found.servers().isEmpty()) {
            command.addAll(List.of(
                    "-c", "mcp_servers=" + TomlText.inline(servers(told, start, found, doors))));
            behind.add("MCP servers " + String.join(", ", new TreeMap<>(found.servers()).keySet()));
        }
    }

    /**
     * Where the model API is now. The provider keeps its name: Codex takes a session up again only
     * with the one that it was begun with, here or outside.
     */
    private static String model(String provider, String door) {
        if (provider.equals(BUILT_IN)) {
            return "openai_base_url=" + TomlText.quoted(door);
        }
        JsonObject changed = JsonObject.builder().put("base_url", door).build();
        // An inline table is merged; a dotted path takes quotes for a part of the name.
        return "model_providers={" + TomlText.quoted(provider) + "=" + TomlText.inline(changed)
                + "}";
    }

    /** How long Codex waits for a server: the gateway takes its time to start as well. */
    private static long startUp(Optional<JsonObject> server) {
        return GATEWAY_SECONDS
                + server.flatMap(it -> it.member("startup_timeout_sec"))
                        .filter(JsonNumber.class::isInstance)
                        .map(value -> (long) Double.parseDouble(value.toJson()))
                        .orElse(USUAL_SECONDS);
    }

    private static JsonObject servers(CodexAnswers told, Start start, Found found, Doors doors) {
        JsonObject all = JsonParts.object(told.config(), "mcp_servers").orElse(JsonObject.empty());
        JsonObject.Builder changed = JsonObject.builder();
        found.servers().forEach((name, server) -> {
            if (server instanceof McpServer.Program program) {
                List<String> line = McpDoor.command(doors, name, program);
                List<String> handedOn = new ArrayList<>(McpDoor.variables(start).keySet());
                Optional<JsonObject> theirs = JsonParts.object(all, name);
                theirs.ifPresent(it -> handedOn.addAll(JsonParts.texts(it, "env_vars")));
                changed.put(
                        name,
                        JsonObject.builder()
                                .put("command", line.getFirst())
                                .put("args", JsonArray.ofStrings(line.subList(1, line.size())))
                                .put("env_vars", JsonArray.ofStrings(handedOn))
                                .put("startup_timeout_sec", startUp(theirs))
                                .build());
            }
        });
        return changed.build();
    }
}
