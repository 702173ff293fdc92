package dev.quietus.cli.command;

import dev.quietus.cli.exec.UnitBench;
import dev.quietus.cli.gateway.HookBench;
import dev.quietus.cli.gateway.ModelBench;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.drill.bench.Bench;
import dev.quietus.drill.bench.BenchDatabase;
import dev.quietus.execution.Units;
import dev.quietus.ledger.LedgerAddress;
import dev.quietus.ledger.PostgresAddress;
import dev.quietus.ledger.PostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code quietus bench}: measures a throw-away server of this build, and how fast stop starts. */
@Command
final class BenchCommand implements Callable<Integer> {

    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final long FLOOD_MEGABYTES = 10_240;

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

    @Option(
            names = "--ledger",
            paramLabel = "ADDRESS",
            description = "Measure over this PostgreSQL, in a schema of its own that is removed"
                    + " again (default: over a new file).")
    Optional<String> ledger = Optional.empty();

    @Option(
            names = "--units",
            description = "Measure how local commands start and end here, and nothing else.")
    boolean units;

    @Option(
            names = "--gateways",
            description = "Measure what the gateways cost beside the direct way, and nothing else.")
    boolean gateways;

    BenchCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        if (each.toSeconds() < 1 || each.compareTo(LONGEST) > 0) {
            throw CommandException.usage("--each: expected 1s to 10m");
        }
        Console console = invocation.console();
        if (units) {
            return units(console);
        }
        if (gateways) {
            return gateways(console);
        }
        return Bench.run(
                new Bench.Settings(each, scale, ledger.map(this::database)),
                console.printer(),
                console.errorPrinter());
    }

    /** A measurement that needs an empty folder. */
    @FunctionalInterface
    private interface Measurement {
        void in(Path folder) throws IOException, InterruptedException;
    }

    private static int gateways(Console console) {
        return measured(folder -> {
            new HookBench(Files.createDirectory(folder.resolve("hooks")), console::line).run();
            new ModelBench(Files.createDirectory(folder.resolve("model")), console::line).run();
        });
    }

    private static int units(Console console) {
        return measured(folder -> {
            for (Units.Wish wish : List.of(Units.Wish.STRONGEST, Units.Wish.WITHOUT_CGROUP)) {
                new UnitBench(wish, folder, console::line).run(FLOOD_MEGABYTES);
            }
        });
    }

    private static int measured(Measurement measurement) {
        try {
            Path folder = Files.createTempDirectory("quietus-bench-");
            measurement.in(folder);
            delete(folder);
            return 0;
        } catch (IOException e) {
            throw new CommandException(Exit.ERROR, "bench: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(Exit.ERROR, "bench: interrupted", e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private BenchDatabase database(String text) {
        try {
            if (LedgerAddress.parse(text, invocation::path) instanceof PostgresAddress address) {
                if (address.password().isPresent()) {
                    throw CommandException.usage("--ledger: the password is not taken from the"
                            + " address here; set PGPASSWORD, or write it to ~/.pgpass");
                }
                return new BenchDatabase(
                        text,
                        address.jdbcUrl(),
                        address.properties(),
                        PostgresSettings.of(address).lanes());
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--ledger: " + e.getMessage());
        }
        throw CommandException.usage(
                "--ledger: expected postgresql://HOST/DATABASE; a file is made anew each time");
    }
}
