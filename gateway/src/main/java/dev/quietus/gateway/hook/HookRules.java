package dev.quietus.gateway.hook;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is known beforehand of an agent's tools. Thread-safe.
 *
 * @param effects by the agent's name of a tool, what is known of its effects; a tool that is not
 *     here may change anything
 * @param gatedServers the MCP servers, by the agent's name, whose calls a gateway of their own
 *     records: those are only asked about here
 */
public record HookRules(Map<String, ToolEffects> effects, Set<String> gatedServers) {
    private static final String MCP = "mcp__";

    /** The built-in tools of the known agents that only look, plan, or start subagents. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "Agent",
            "AskUserQuestion",
            "BashOutput",
            "EnterPlanMode",
            "ExitPlanMode",
            "Glob",
            "Grep",
            "LS",
            "LSP",
            "ListMcpResources",
            "ListMcpResourcesTool",
            "NotebookRead",
            "Read",
            "ReadMcpResource",
            "ReadMcpResourceTool",
            "Skill",
            "Task",
            "TaskCreate",
            "TaskGet",
            "TaskList",
            "TaskOutput",
            "TaskUpdate",
            "TodoWrite",
            "ToolSearch",
            "WebFetch",
            "WebSearch",
            "close_agent",
            "create_goal",
            "get_goal",
            "list_mcp_resources",
            "list_mcp_resource_templates",
            "read_mcp_resource",
            "request_user_input",
            "resume_agent",
            "send_input",
            "spawn_agent",
            "update_goal",
            "update_plan",
            "view_image",
            "wait",
            "wait_agent",
            "web_search");

    /** Those that work on this machine and see their own end. */
    private static final Set<String> LOCAL = Set.of(
            "Bash",
            "Edit",
            "MultiEdit",
            "NotebookEdit",
            "PowerShell",
            "Write",
            "apply_patch",
            "exec_command",
            "shell",
            "shell_command",
            "write_stdin");

    /** Copies what may be changed by the caller. */
    public HookRules {
        effects = Map.copyOf(effects);
        gatedServers = Set.copyOf(gatedServers);
    }

    /** The built-in tools as they are known, and no MCP server behind a gateway. */
    public static HookRules usual() {
        Map<String, ToolEffects> known = new HashMap<>();
        WITHOUT_EFFECT.forEach(tool -> known.put(tool, ToolEffects.NONE));
        LOCAL.forEach(tool -> known.put(tool, ToolEffects.REPORTED));
        return new HookRules(known, Set.of());
    }

    /** The same with another word on one tool. */
    public HookRules with(String tool, ToolEffects word) {
        Map<String, ToolEffects> changed = new HashMap<>(effects);
        changed.put(tool, word);
        return new HookRules(changed, gatedServers);
    }

    /** The same with these MCP servers behind gateways of their own. */
    public HookRules withGated(Set<String> servers) {
        return new HookRules(effects, servers);
    }

    /** What is known of a tool's effects. */
    ToolEffects effectsOf(String tool) {
        return effects.getOrDefault(tool, ToolEffects.EXPECTED);
    }

    /** The server and tool of a call of MCP, as {@code mcp__server__tool} has them. */
    private static Optional<String[]> mcp(String tool) {
        if (!tool.startsWith(MCP)) {
            return Optional.empty();
        }
        String[] parts = tool.substring(MCP.length()).split("__", 2);
        return parts.length == 2 && !parts[0].isEmpty() && !parts[1].isEmpty()
                ? Optional.of(parts)
                : Optional.empty();
    }

    /** Whether a gateway of its own records the calls of this tool. */
    boolean gated(String tool) {
        return mcp(tool).filter(parts -> gatedServers.contains(parts[0])).isPresent();
    }

    /**
     * The tool's name in capabilities and records: {@code agent.Bash}, or {@code server.tool} of an
     * MCP server.
     */
    static String toolName(String tool) {
        return mcp(tool)
                .map(parts -> sound(parts[0]) + "." + sound(parts[1]))
                .orElseGet(() -> "agent." + sound(tool));
    }

    private static String sound(String name) {
        String sound = name.replaceAll("[^!-~]", "_");
        return sound.length() > 90 ? sound.substring(0, 90) : sound;
    }
}
