package dev.quietus.cli.hooks;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.hook.HookDialect;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of hooks that an agent reads: by event, who is to be called. The events are those whose
 * answer decides, and those by which results and subagents are heard of.
 */
public final class HookTable {
    /** How long an agent waits for a hook; what is asked is answered long before. */
    static final int TIMEOUT_SECONDS = 30;

    /** Events whose hook decides: without an answer the answer is no. */
    static final List<String> DECIDING = List.of("PreToolUse", "UserPromptSubmit");

    private static final List<String> OF_TOOLS =
            List.of("PreToolUse", "PostToolUse", "PostToolUseFailure");

    private HookTable() {}

    /** The events of which an agent tells here. */
    static List<String> events(HookDialect dialect) {
        return switch (dialect) {
            case CLAUDE_CODE ->
                List.of(
                        "PreToolUse",
                        "PostToolUse",
                        "PostToolUseFailure",
                        "UserPromptSubmit",
                        "SubagentStart",
                        "SubagentStop",
                        "Stop");
            case CODEX ->
                List.of(
                        "PreToolUse",
                        "PostToolUse",
                        "UserPromptSubmit",
                        "SubagentStart",
                        "SubagentStop",
                        "Stop");
        };
    }

    /** Hooks of Claude Code that call an address and refuse where nobody answers. */
    public static JsonObject overHttp(String url) {
        Map<String, JsonObject> handlers = new LinkedHashMap<>();
        for (String event : events(HookDialect.CLAUDE_CODE)) {
            JsonObject.Builder handler = JsonObject.builder()
                    .put("type", "http")
                    .put("url", url)
                    .put("timeout", TIMEOUT_SECONDS);
            if (DECIDING.contains(event)) {
                handler.put("onFailure", "block");
            }
            handlers.put(event, handler.build());
        }
        return table(handlers);
    }

    /** Hooks that run a command for each event; see {@link HookCommand}. */
    public static JsonObject overCommand(HookDialect dialect, HookCommand.Outside outside) {
        Map<String, JsonObject> handlers = new LinkedHashMap<>();
        for (String event : events(dialect)) {
            handlers.put(
                    event,
                    JsonObject.builder()
                            .put("type", "command")
                            .put(
                                    "command",
                                    HookCommand.text(dialect, DECIDING.contains(event), outside))
                            .put("timeout", TIMEOUT_SECONDS)
                            .build());
        }
        return table(handlers);
    }

    private static JsonObject table(Map<String, JsonObject> handlers) {
        JsonObject.Builder table = JsonObject.builder();
        handlers.forEach((event, handler) -> {
            JsonObject.Builder group = JsonObject.builder();
            if (OF_TOOLS.contains(event)) {
                group.put("matcher", "*");
            }
            table.put(
                    event,
                    JsonArray.of(List.of(
                            group.put("hooks", JsonArray.of(List.of(handler))).build())));
        });
        return table.build();
    }
}
