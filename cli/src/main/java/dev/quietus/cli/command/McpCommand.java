package dev.quietus.cli.command;

import dev.quietus.cli.mcp.McpProgram;
import dev.quietus.cli.mcp.McpWish;
import dev.quietus.cli.view.CommandException;
import dev.quietus.gateway.mcp.McpSettings;
import dev.quietus.gateway.mcp.ToolRules;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus mcp}: the MCP gateway for one server. */
@Command
final class McpCommand implements Callable<Integer> {
    private static final int MEGABYTE = 1 << 20;
    private static final int MOST_MEGABYTES = 1_000;
    private static final int LONGEST_NAME = 60;
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private final Invocation invocation;

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "The run in whose name tools are called (default: QUIETUS_RUN).")
    Optional<String> run = Optional.empty();

    @Option(
            names = "--name",
            paramLabel = "N",
            description = "What the server is called; its tools count as N.TOOL (default: from its"
                    + " program or address).")
    Optional<String> name = Optional.empty();

    @Option(
            names = "--server-url",
            paramLabel = "URL",
            description = "The MCP endpoint of a server that runs elsewhere; without a program,"
                    + " --url means the same.")
    Optional<String> serverUrl = Optional.empty();

    @Option(
            names = "--listen",
            paramLabel = "ADDR",
            description = "Serve clients over HTTP on this loopback address, such as"
                    + " 127.0.0.1:7180 (default: over standard input and output).")
    Optional<String> listen = Optional.empty();

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description = "Send this to the server besides; $${NAME} in it is taken from the"
                    + " environment.")
    Map<String, String> headers = new LinkedHashMap<>();

    @Option(
            names = "--observe",
            paramLabel = "FILE",
            description = "Rules of the server's tools: their effects, and which tool shows what"
                    + " another one did.")
    Optional<String> observe = Optional.empty();

    @Option(
            names = "--no-hints",
            description = "Don't believe a server that calls a tool read-only.")
    boolean noHints;

    @Option(
            names = "--call-timeout",
            paramLabel = "D",
            description = "How long a request may take (default: as long as it likes).")
    Optional<Duration> callTimeout = Optional.empty();

    @Option(
            names = "--start-timeout",
            paramLabel = "D",
            description = "How long the server may take to answer initialize (default: 30s).")
    Duration startTimeout = Duration.ofSeconds(30);

    @Option(
            names = "--grace",
            paramLabel = "D",
            description = "How long answers are waited for after a stop (default: 5s).")
    Duration grace = Duration.ofSeconds(5);

    @Option(
            names = "--max-message",
            paramLabel = "MB",
            description = "The largest message (default: 32).")
    int maxMessage = 32;

    @Parameters(
            paramLabel = "SERVER",
            arity = "0..*",
            description = "The server's program and its arguments, behind --.")
    List<String> command = new ArrayList<>();

    McpCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        if (command.isEmpty() && serverUrl.isEmpty()) {
            // Without a program, --url names the MCP server; Quietus is found as without it.
            serverUrl = invocation.options().url;
            invocation.options().url = Optional.empty();
        }
        return new McpProgram(
                        wish(),
                        invocation.console(),
                        invocation.server(),
                        invocation.connection(),
                        invocation.places().state())
                .run();
    }

    private McpWish wish() {
        String named = invocation.run("mcp", run);
        if (command.isEmpty() == serverUrl.isEmpty()) {
            throw CommandException.usage(
                    "mcp: name the server, as a program behind -- or with --url");
        }
        if (maxMessage < 1 || maxMessage > MOST_MEGABYTES) {
            throw CommandException.usage(
                    "mcp: --max-message is not between 1 and " + MOST_MEGABYTES + " megabytes");
        }
        McpSettings settings = McpSettings.of(serverName())
                .longestMessage(maxMessage * MEGABYTE)
                .limits(startTimeout, callTimeout)
                .waits(grace, Duration.ofSeconds(30));
        return new McpWish(
                named,
                noHints ? settings.withoutTrust() : settings,
                rules(),
                serverUrl.isPresent()
                        ? new McpWish.Remote(url(serverUrl.get()), filled())
                        : new McpWish.Program(command),
                listen.map(McpCommand::address));
    }

    private String serverName() {
        String raw = name.orElseGet(() -> serverUrl
                .map(each -> Optional.ofNullable(url(each).getHost()).orElse("server"))
                .orElseGet(() -> Optional.ofNullable(Path.of(command.getFirst()).getFileName())
                        .map(Path::toString)
                        .orElse("server")));
        String sound = raw.replaceAll("[^0-9A-Za-z_-]", "_");
        return sound.isEmpty()
                ? "server"
                : sound.substring(0, Math.min(sound.length(), LONGEST_NAME));
    }

    private static URI url(String text) {
        try {
            URI url = URI.create(text);
            if (("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                    && url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException notAnAddress) {
            throw wrongUrl(text);
        }
        throw wrongUrl(text);
    }

    private static CommandException wrongUrl(String text) {
        return CommandException.usage(
                "mcp: --server-url: expected http://HOST/PATH or https://…, found '" + text + "'");
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        try {
            String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
            return new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(
                    "mcp: --listen: expected HOST:PORT of this machine, found '" + text + "'");
        }
    }

    /** Secrets come from the environment, so that they stand in no list of processes. */
    private Map<String, String> filled() {
        Map<String, String> all = new LinkedHashMap<>();
        headers.forEach((header, value) -> all.put(
                header,
                VARIABLE.matcher(value)
                        .replaceAll(found -> Matcher.quoteReplacement(
                                Optional.ofNullable(invocation.console().env().get(found.group(1)))
                                        .orElseThrow(() -> CommandException.usage(
                                                "mcp: --header " + header + ": " + found.group(1)
                                                        + " is not in the environment"))))));
        return all;
    }

    private ToolRules rules() {
        if (observe.isEmpty()) {
            return ToolRules.NONE;
        }
        Path file = invocation.path(observe.get());
        try {
            return ToolRules.read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw CommandException.usage(
                    "mcp: --observe: " + file + " can't be read: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("mcp: --observe: " + file + ": " + e.getMessage());
        }
    }
}
