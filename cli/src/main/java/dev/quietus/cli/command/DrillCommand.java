package dev.quietus.cli.command;

import dev.quietus.cli.config.Connection;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.drill.cases.Drill;
import dev.quietus.drill.cases.DrillSettings;
import dev.quietus.drill.cases.ReportForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code quietus drill}: the evaluation cases of a stop. Against a running server only if
 * {@code --url} names it: what stands in the environment for other commands is no wish to drill
 * there.
 */
@Command
final class DrillCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            paramLabel = "CASE",
            arity = "0..*",
            description = "The cases to run (default: all; --list names them).")
    List<String> cases = new ArrayList<>();

    @Option(
            names = "--only",
            paramLabel = "CASE",
            description = "Run this case only; may be repeated, like CASE without the option.")
    List<String> only = new ArrayList<>();

    @Option(names = "--list", description = "List the cases and what they expect.")
    boolean list;

    @Option(
            names = "--report",
            paramLabel = "FORM",
            description = "table, junit or json (default: table).")
    Optional<String> report = Optional.empty();

    @Option(names = "-o", paramLabel = "FILE", description = "Write the report to this file.")
    Optional<String> file = Optional.empty();

    @Option(
            names = "--service-port",
            paramLabel = "PORT",
            description = "Where the drill's own service listens for a running server"
                    + " (default: 7273).")
    Optional<Integer> servicePort = Optional.empty();

    DrillCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        DrillSettings settings = DrillSettings.defaults();
        for (String name : cases) {
            settings = settings.andOnly(name);
        }
        for (String name : only) {
            settings = settings.andOnly(name);
        }
        if (report.isPresent()) {
            settings = settings.reportedAs(ReportForm.of(report.get()));
        }
        if (file.isPresent()) {
            settings = settings.reportedTo(invocation.path(file.get()));
        }
        if (servicePort.isPresent()) {
            settings = settings.servingAt(servicePort.get());
        }
        if (list) {
            settings = settings.listing();
        }
        if (invocation.options().url.isPresent()) {
            settings = against(settings);
        }
        Console console = invocation.console();
        return Drill.run(settings, console.printer(), console.errorPrinter());
    }

    private DrillSettings against(DrillSettings settings) {
        Connection connection = invocation.connection();
        String token = connection
                .token()
                .orElseThrow(() -> new CommandException(
                        Exit.REFUSED,
                        "a running server is drilled with an operator's token; name one with"
                                + " --token or QUIETUS_TOKEN"));
        return settings.against(connection.url(), token);
    }
}
