package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.drill.bench.Bench;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code quietus bench}: measures a throw-away server of this build, and how fast stop starts. */
@Command
final class BenchCommand implements Callable<Integer> {

    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Invocation invocation;

    @Option(
            names = "--each",
            paramLabel = "D",
            description = "How long each throughput measurement lasts (default: 5s).")
    Duration each = Duration.ofSeconds(5);

    @Option(
            names = "--scale",
            description = "Measure large ledgers as well; takes some minutes and 2 GB of disk.")
    boolean scale;

    BenchCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        if (each.toSeconds() < 1 || each.compareTo(LONGEST) > 0) {
            throw CommandException.usage("--each: expected 1s to 10m");
        }
        Console console = invocation.console();
        return Bench.run(each, scale, console.printer(), console.errorPrinter());
    }
}
