package dev.quietus.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of Claude Code that name settings and MCP servers, apart from all others.
 *
 * @param settings the settings that were named: a file or the text itself
 * @param servers the lists of servers that were named: files or texts
 * @param onlyNamed whether only the named servers count
 * @param others everything else, in its order
 */
record ClaudeArguments(
        Optional<String> settings, List<String> servers, boolean onlyNamed, List<String> others) {
    /** Copies the lists. */
    ClaudeArguments {
        servers = List.copyOf(servers);
        others = List.copyOf(others);
    }

    /** Reads what stands behind the program. Behind {@code --} nothing is an option. */
    static ClaudeArguments read(List<String> arguments) {
        Optional<String> settings = Optional.empty();
        List<String> servers = new ArrayList<>();
        List<String> others = new ArrayList<>();
        boolean onlyNamed = false;
        int i = 0;
        while (i < arguments.size()) {
            String word = arguments.get(i++);
            if (word.equals("--")) {
                others.addAll(arguments.subList(i - 1, arguments.size()));
                break;
            } else if (word.equals("--settings") && i < arguments.size()) {
                settings = Optional.of(arguments.get(i++));
            } else if (word.startsWith("--settings=")) {
                settings = Optional.of(word.substring("--settings=".length()));
            } else if (word.startsWith("--mcp-config=")) {
                servers.add(word.substring("--mcp-config=".length()));
            } else if (word.equals("--mcp-config")) {
                while (i < arguments.size() && !arguments.get(i).startsWith("-")) {
                    servers.add(arguments.get(i++));
                }
            } else if (word.equals("--strict-mcp-config")) {
                onlyNamed = true;
            } else {
                others.add(word);
            }
        }
        return new ClaudeArguments(settings, servers, onlyNamed, others);
    }
}
