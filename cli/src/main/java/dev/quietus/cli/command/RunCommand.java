package dev.quietus.cli.command;

import dev.quietus.cli.config.Configuration.Found;
import dev.quietus.cli.config.Connection;
import dev.quietus.cli.config.Setting;
import dev.quietus.cli.run.KnownAgent;
import dev.quietus.cli.run.LocalServer;
import dev.quietus.cli.run.RunServer;
import dev.quietus.cli.run.RunSession;
import dev.quietus.cli.run.RunWish;
import dev.quietus.cli.run.RunWishes;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.gateway.hook.ToolEffects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus run}: an agent as a run behind the gateways. */
@Command
final class RunCommand implements Callable<Integer> {
    private final Invocation invocation;

    @Mixin
    RegistrationOptions registration = new RegistrationOptions();

    @Mixin
    UnitOptions unit = new UnitOptions();

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "The id of the new run (default: the agent's name and a mark).")
    Optional<String> run = Optional.empty();

    @Option(
            names = "--parent",
            paramLabel = "RUN",
            description = "Register it below this run (default: QUIETUS_RUN inside of a run).")
    Optional<String> parent = Optional.empty();

    @Option(
            names = "--allow",
            paramLabel = "PATTERN",
            description = "A tool it may use: NAME, PREFIX.* or *; may be repeated (default: *)."
                    + " Model requests and its built-in tools are always among them.")
    List<String> allow = new ArrayList<>();

    @Option(
            names = "--agent",
            paramLabel = "NAME",
            description = "Which agent it is: ${COMPLETION-CANDIDATES} (default: by its program).")
    Optional<KnownAgent> agent = Optional.empty();

    @Option(
            names = "--effects",
            paramLabel = "WHAT",
            description = "What the agent's process may change beside the tools that ask:"
                    + " none or expected (default: none where its tools ask).")
    Optional<ExpectedEffects> effects = Optional.empty();

    @Option(
            names = "--tool-effects",
            paramLabel = "TOOL=WHAT",
            description = "What one of its built-in tools may change, such as Bash=expected:"
                    + " none, reported or expected; may be repeated.")
    Map<String, ToolEffects> toolEffects = new LinkedHashMap<>();

    @Option(
            names = "--upstream",
            paramLabel = "API=URL",
            description = "Where a model API is: anthropic, openai or gemini (default: where the"
                    + " agent is told to look, else the maker's).")
    Map<String, String> upstreams = new LinkedHashMap<>();

    @Option(
            names = "--settle-timeout",
            paramLabel = "D",
            description = "How long to look before an outcome is unknown, after a stop by Ctrl-C or"
                    + " a signal.")
    Optional<Duration> settleTimeout = Optional.empty();

    @Option(names = "--quiet", description = "Say nothing while all goes well.")
    boolean quiet;

    @Parameters(
            paramLabel = "CMD",
            arity = "1..*",
            description = "The agent's program and its arguments, behind --.")
    List<String> command = new ArrayList<>();

    RunCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        RunWish wish = wish();
        Connection connection = invocation.connection();
        if (!LocalServer.answers(connection) && isOwnPlace(connection)) {
            LocalServer.start(
                    connection,
                    invocation.places().state(),
                    line -> invocation.console().note("quietus: " + line));
        }
        // Looked for again: the first start of a server writes the token that is shown to it.
        return new RunSession(
                        wish,
                        invocation.console(),
                        new RunServer(invocation.connection(), invocation.server()),
                        invocation.places().state())
                .run();
    }

    /** Whether a server that is started here with the same settings listens there. */
    private boolean isOwnPlace(Connection connection) {
        String listen = invocation
                .configuration()
                .find(Setting.LISTEN, "--listen", Optional.empty())
                .map(Found::value)
                .orElse(Connection.DEFAULT_URL.substring("http://".length()));
        return connection.url().toString().equals("http://" + listen);
    }

    private RunWish wish() {
        registration.requireLife();
        KnownAgent known = agent.orElseGet(() -> RunWishes.agentOf(command.getFirst()));
        return new RunWish(
                run.orElseGet(() -> RunWishes.freshId(command.getFirst())),
                parent.or(() ->
                        RunWishes.parentOf(invocation.console().env(), invocation.connection())),
                registration.task,
                registration.owner,
                allow,
                registration.validFor,
                known,
                effects,
                toolEffects,
                RunWishes.upstreams(upstreams),
                unit.grace,
                settleTimeout,
                unit.containment,
                quiet,
                command);
    }
}
