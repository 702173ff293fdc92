package dev.quietus.cli.command;

import dev.quietus.cli.view.Console;
import dev.quietus.drill.demo.Demo;
import dev.quietus.drill.demo.DemoSettings;
import dev.quietus.drill.demo.Race;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code quietus demo}: the whole story on one machine, with real processes. */
@Command
final class DemoCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Option(names = "--keep", description = "Leave everything up until Ctrl-C.")
    boolean keep;

    @Option(
            names = "--quiet-period",
            paramLabel = "D",
            description = "How long nothing may move before the receipt (default: 5s).")
    Optional<Duration> quietPeriod = Optional.empty();

    @Option(
            names = "--race",
            paramLabel = "END",
            description = "commit (the service commits while it is asked to cancel) or clean"
                    + " (default: commit).")
    Optional<String> race = Optional.empty();

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Keep ledger, logs and receipt here (default: a folder that is removed).")
    Optional<String> directory = Optional.empty();

    DemoCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Console console = invocation.console();
        DemoSettings settings = DemoSettings.defaults().at(console.times().zone());
        if (quietPeriod.isPresent()) {
            settings = settings.withQuietPeriod(quietPeriod.get());
        }
        if (race.isPresent()) {
            settings = settings.withRace(Race.of(race.get()));
        }
        if (directory.isPresent()) {
            settings = settings.in(invocation.path(directory.get()));
        }
        return Demo.run(
                keep ? settings.keeping() : settings, console.printer(), console.errorPrinter());
    }
}
