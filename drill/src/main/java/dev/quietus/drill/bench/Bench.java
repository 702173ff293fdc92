package dev.quietus.drill.bench;

import dev.quietus.drill.process.ChildProcessException;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Measures a throw-away server of this build, started as a process of its own, and prints one
 * table. Sends to loopback only and ends by itself.
 */
public final class Bench {
    private final PrintStream out;
    private final Duration each;

    private Bench(PrintStream out, Duration each) {
        this.out = out;
        this.each = each;
    }

    /**
     * Runs all benchmarks.
     *
     * @param each how long each of the throughput measurements lasts
     * @param out where the table goes
     * @param err where a failure goes
     * @return the exit code
     */
    public static int run(Duration each, PrintStream out, PrintStream err) {
        try {
            new Bench(out, each).all();
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
        out.println("what                                          figure");
        try (BenchServer server = BenchServer.start()) {
            WorkBench work = new WorkBench(server);
            work.run(1, Duration.ofSeconds(Math.max(1, each.toSeconds() / 2)));
            for (int callers : List.of(1, 16, 64)) {
                WorkBench.Result result = work.run(callers, each);
                row(
                        "begin + finish, durable, " + callers
                                + (callers == 1 ? " caller" : " callers"),
                        String.format(
                                Locale.ROOT,
                                "%,.0f pairs/s; one call %s",
                                result.pairsPerSecond(),
                                result.calls().shown()));
            }
            StopBench stop = new StopBench(server);
            for (int queued : List.of(0, 10_000)) {
                StopBench.Result result = stop.run(queued, 15);
                row(
                        String.format(Locale.ROOT, "stop until acknowledged, %,d queued", queued),
                        result.acknowledged().shown());
                row(
                        String.format(
                                Locale.ROOT, "stop until queued work is cancelled, %,d", queued),
                        result.swept().shown());
            }
        }
        StartBench.Result start = StartBench.run(9);
        row("an empty Java program, from start to end", start.empty().shown());
        row("quietus stop, refused connection, same flags", start.stop().shown());
        row("ratio of the medians", String.format(Locale.ROOT, "%.2f", start.ratio()));
    }

    private void row(String what, String figure) {
        out.printf(Locale.ROOT, "%-45s %s%n", what, figure);
    }
}
