package dev.quietus.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The MCP gateway as a program that an agent starts in place of a server. */
final class McpDoor {
    /** What the gateway needs of its surroundings; an agent may hand on less than it has. */
    static final List<String> VARIABLES = List.of(
            "QUIETUS_URL",
            "QUIETUS_TOKEN",
            "QUIETUS_RUN",
            "QUIETUS_LEASE",
            "XDG_STATE_HOME",
            "XDG_CONFIG_HOME",
            "HOME",
            "PATH");

    private McpDoor() {}

    /** The server's name as agents use it in the names of tools, and as it stands in records. */
    static String name(String server) {
        return server.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    /** The command line that starts the gateway, which starts the server. */
    static List<String> command(AgentWiring.Doors doors, String server, McpServer.Program program) {
        List<String> arguments = new ArrayList<>(List.of(
                "mcp",
                "--run",
                doors.run(),
                "--name",
                name(server),
                "--grace",
                doors.grace().toMillis() + "ms",
                "--",
                program.command()));
        arguments.addAll(program.arguments());
        return OwnProgram.small(arguments);
    }

    /** The variables of the start that the gateway needs. */
    static Map<String, String> variables(AgentWiring.Start start) {
        Map<String, String> variables = new java.util.TreeMap<>();
        VARIABLES.forEach(
                name -> start.variable(name).ifPresent(value -> variables.put(name, value)));
        return variables;
    }
}
