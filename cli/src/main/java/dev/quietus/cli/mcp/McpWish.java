package dev.quietus.cli.mcp;

import dev.quietus.gateway.mcp.McpSettings;
import dev.quietus.gateway.mcp.ToolRules;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code quietus mcp} is asked to do.
 *
 * @param run the run in whose name tools are called
 * @param settings the bounds
 * @param rules what is declared of the tools
 * @param server the way to the server
 * @param listen where clients come in; empty: over standard input and output
 */
public record McpWish(
        String run,
        McpSettings settings,
        ToolRules rules,
        Server server,
        Optional<InetSocketAddress> listen) {

    /** Where the server is. */
    public sealed interface Server {}

    /**
     * A program that is started for each session.
     *
     * @param command the program and its arguments
     */
    public record Program(List<String> command) implements Server {
        /** Copies the list. */
        public Program {
            command = List.copyOf(command);
        }
    }

    /**
     * A server that runs elsewhere.
     *
     * @param url its MCP endpoint
     * @param headers what is sent to it besides
     */
    public record Remote(URI url, Map<String, String> headers) implements Server {
        /** Copies the map. */
        public Remote {
            headers = Map.copyOf(headers);
        }
    }
}
