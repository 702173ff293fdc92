package dev.quietus.cli.command;

import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What every command can be told, before or behind its name. */
final class GlobalOptions {

    private static final int LAST = 1_000;

    @Option(
            names = "--url",
            paramLabel = "URL",
            order = LAST,
            scope = ScopeType.INHERIT,
            description = "The server (QUIETUS_URL; default: http://127.0.0.1:7171).")
    Optional<String> url = Optional.empty();

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            order = LAST + 1,
            scope = ScopeType.INHERIT,
            description =
                    "The token to show (QUIETUS_TOKEN; default: this machine's operator token).")
    Optional<String> token = Optional.empty();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            order = LAST + 2,
            scope = ScopeType.INHERIT,
            description = "The settings (default: ./quietus.yaml, then the user's own).")
    Optional<String> config = Optional.empty();

    @Option(
            names = "--debug",
            order = LAST + 3,
            scope = ScopeType.INHERIT,
            description = "Show where an error came from.")
    boolean debug;

    @Option(
            names = {"-h", "--help"},
            order = LAST + 4,
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    boolean help;
}
