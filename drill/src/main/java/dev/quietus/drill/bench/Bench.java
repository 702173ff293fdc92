package dev.quietus.drill.bench;

import dev.quietus.drill.process.ChildProcessException;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures a throw-away server of this build, started as a process of its own, and prints one
 * table. Sends to loopback and to the database that is named only, and ends by itself.
 */
public final class Bench {
    private static final int CALLERS = 64;
    private static final int ROUNDS = 3;
    /** Sizes that a stop is compared over, and how often. */
    private static final int FEW = 10;

    private static final int MANY = 10_000;
    private static final int STOPS = 5;

    // An agent that calls a tool four times a second is a quick one.
    private static final Duration PAUSE = Duration.ofMillis(250);

    // Until then the compilers are at work, which an empty server in production is past soon.
    private static final Duration WARM = Duration.ofSeconds(15);

    private final PrintStream out;
    private final Settings settings;

    private Bench(PrintStream out, Settings settings) {
        this.out = out;
        this.settings = settings;
    }

    /**
     * What is measured.
     *
     * @param each how long each of the throughput measurements lasts
     * @param scale whether large ledgers are measured as well, which takes some minutes
     * @param database where the record goes; empty for a file
     */
    public record Settings(Duration each, boolean scale, Optional<BenchDatabase> database) {}

    /**
     * Runs all benchmarks.
     *
     * @param settings what is measured
     * @param out where the table goes
     * @param err where a failure goes
     * @return the exit code
     */
    public static int run(Settings settings, PrintStream out, PrintStream err) {
        try {
            new Bench(out, settings).all();
            return 0;
        } catch (IOException | ChildProcessException e) {
            err.println("quietus: the benchmark broke off: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println("quietus: the benchmark was interrupted");
            return 1;
        }
    }

    private void all() throws IOException, InterruptedException {
        row("what", "figure");
        if (settings.database.isEmpty()) {
            measured(Optional.empty());
            StartBench.Result start = StartBench.run(9);
            row("an empty Java program, from start to end", start.empty().shown());
            row("quietus stop, refused connection, same flags", start.stop().shown());
            row("ratio of the medians", ratio(start.ratio()));
            return;
        }
        try (BenchDatabase.Place place = settings.database.get().place()) {
            measured(Optional.of(place));
        }
    }

    private void measured(Optional<BenchDatabase.Place> place)
            throws IOException, InterruptedException {
        try (BenchServer server = BenchServer.start(place)) {
            work(server);
            stop(server);
            if (settings.scale) {
                scale(server);
            }
        }
    }

    private void work(BenchServer server) throws IOException, InterruptedException {
        WorkBench work = new WorkBench(server);
        work.run(CALLERS, WARM);
        Figures sync = SyncBench.run(server.directory());
        row("append 4 KiB and sync, in this directory", sync.shown());
        double pairs = 0;
        for (int callers : List.of(1, 16, CALLERS)) {
            WorkBench.Result result =
                    WorkBench.median(() -> work.run(callers, settings.each), ROUNDS);
            pairs = result.pairsPerSecond();
            row("begin + finish, durable, " + named(callers), shown(result, sync));
        }
        WorkBench.Result paced =
                WorkBench.median(() -> work.run(CALLERS, settings.each, PAUSE), ROUNDS);
        row("the same, " + CALLERS + " callers that pause between pairs", shown(paced, sync));
        // Just before: one that says nothing for long does not count as running any more.
        work.leaveRunning();
        server.stop();
        BareLoop loop = new BareLoop(server.store());
        loop.run(CALLERS, WARM.dividedBy(3));
        double bare = 0;
        for (int callers : List.of(1, 16, CALLERS)) {
            WorkBench.Result result =
                    WorkBench.median(() -> loop.run(callers, settings.each), ROUNDS);
            bare = result.pairsPerSecond();
            row("the same rows, bare JDBC loop, " + named(callers), shown(result, sync));
        }
        server.startAgain();
        row("share of the bare loop, " + named(CALLERS), ratio(pairs / bare));
    }

    private static String named(int callers) {
        return callers + (callers == 1 ? " caller" : " callers");
    }

    private static String shown(WorkBench.Result result, Figures sync) {
        return String.format(
                Locale.ROOT,
                "%,.0f pairs/s; one call %s, %.0f x the sync",
                result.pairsPerSecond(),
                result.calls().shown(),
                result.calls().milliseconds(0.99) / sync.milliseconds(0.99));
    }

    private void stop(BenchServer server) throws IOException, InterruptedException {
        StopBench stop = new StopBench(server);
        // It has just been started again.
        stop.run(0, 15);
        for (int queued : List.of(0, 10_000)) {
            StopBench.Result result = stop.run(queued, 15);
            row(
                    String.format(Locale.ROOT, "stop until acknowledged, %,d queued", queued),
                    result.acknowledged().shown());
            row(
                    String.format(Locale.ROOT, "stop until queued work is cancelled, %,d", queued),
                    result.swept().shown());
        }
    }

    private void scale(BenchServer server) throws IOException, InterruptedException {
        ScaleBench bench = new ScaleBench(server);
        bench.work();
        Figures idle = bench.work();
        row("begin or finish, one caller, small ledger", idle.shown());
        long[] few = new long[STOPS];
        long[] many = new long[STOPS];
        for (int i = 0; i < STOPS; i++) {
            few[i] = bench.stopWithDescendants(FEW);
            many[i] = bench.stopWithDescendants(MANY);
        }
        row(descendants(FEW), new Figures(few).shown());
        row(descendants(MANY), new Figures(many).shown());
        for (int queued : List.of(FEW, FEW, FEW, 1_000_000)) {
            ScaleBench.Stop stop = bench.stopWithQueued(queued);
            row(
                    String.format(Locale.ROOT, "stop until acknowledged, %,d queued", queued),
                    milliseconds(stop.acknowledged()));
            row("  until all of it is cancelled", milliseconds(stop.swept()));
            row("  others' begin or finish meanwhile", stop.others().shown());
        }
        bench.fill(100_000, 1_000_000);
        row(
                "server at rest, 100,000 runs, 1,000,000 operations",
                server.residentMebibytes() + " MiB");
        bench.work();
        row("begin or finish, one caller, large ledger", bench.work().shown());
    }

    private static String descendants(int count) {
        return String.format(Locale.ROOT, "stop until acknowledged, %,d descendants", count);
    }

    private static String milliseconds(long nanos) {
        return String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    private void row(String what, String figure) {
        out.printf(Locale.ROOT, "%-52s %s%n", what, figure);
    }
}
