package dev.quietus.cli.run;

import java.util.List;
import java.util.Map;

/** An MCP server as an agent's settings have it. */
sealed interface McpServer {
    /**
     * A program that speaks over its input and output.
     *
     * @param command the program
     * @param arguments its arguments
     * @param environment what is set for it besides
     */
    record Program(String command, List<String> arguments, Map<String, String> environment)
            implements McpServer {
        /** Copies what may be changed by the caller. */
        public Program {
            arguments = List.copyOf(arguments);
            environment = Map.copyOf(environment);
        }
    }

    /**
     * A server that is reached over HTTP.
     *
     * @param url its address
     * @param headers what is sent to it besides
     */
    record Remote(String url, Map<String, String> headers) implements McpServer {
        /** Copies what may be changed by the caller. */
        public Remote {
            headers = Map.copyOf(headers);
        }
    }
}
