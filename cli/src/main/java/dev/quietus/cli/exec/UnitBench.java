package dev.quietus.cli.exec;

import dev.quietus.execution.Units;
import dev.quietus.execution.output.OutputPlan;
import dev.quietus.execution.unit.Budgets;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.Step;
import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitReport;
import dev.quietus.execution.unit.UnitSystem;
import dev.quietus.execution.unit.UnitText;
import dev.quietus.execution.unit.UnitWatch;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How fast execution units are on this machine: their start beside {@link ProcessBuilder}'s in
 * turn, their end under a stop, and a flood of output. Starts nothing but small commands of the
 * system.
 */
public final class UnitBench {
    /** The code of both ways is compiled by then. */
    private static final int WARM_UP = 1_000;

    private static final int ROUNDS = 300;
    private static final int STOPS = 20;
    private static final Duration GRACE = Duration.ofMillis(500);
    private static final Duration FLOOD_LIMIT = Duration.ofMinutes(5);

    /** Half a minute, should nobody stop it because the bench was killed. */
    private static final String LOOP =
            "n=0; while [ $n -lt 2500 ]; do n=$((n + 1)); sleep 0.01; done";

    private final UnitSystem system;
    private final Path folder;
    private final Consumer<String> line;

    /**
     * Prepares the measurements.
     *
     * @param folder where the commands run
     * @param line takes each result
     */
    public UnitBench(Units.Wish wish, Path folder, Consumer<String> line) {
        this.system = Units.open(wish);
        this.folder = folder;
        this.line = line;
    }

    /** Measures. */
    public void run(long floodMegabytes) throws IOException, InterruptedException {
        line.accept("Units, held by " + system.rung().words());
        starts();
        stops();
        flood(floodMegabytes);
    }

    private void starts() throws IOException, InterruptedException {
        Times plain = new Times();
        Times unit = new Times();
        for (int i = -WARM_UP; i < ROUNDS; i++) {
            builder(plain, i);
            unit(unit, i);
        }
        compare("start of /bin/true", plain.started, unit.started);
        compare("start to exit, all of it shown to be gone", plain.ended, unit.ended);
    }

    /** Nanoseconds of each round: until the command runs, and until its end is known. */
    private static final class Times {
        private final long[] started = new long[ROUNDS];
        private final long[] ended = new long[ROUNDS];

        void note(int round, long begun, long startedAt) {
            if (round >= 0) {
                started[round] = startedAt - begun;
                ended[round] = System.nanoTime() - begun;
            }
        }
    }

    private void compare(String what, long[] plain, long[] unit) {
        line.accept(String.format(
                Locale.ROOT,
                "  %s   ProcessBuilder p50 %.2f ms, unit p50 %.2f ms: %.2f x",
                what,
                median(plain) / 1e6,
                median(unit) / 1e6,
                (double) median(unit) / median(plain)));
    }

    private static long median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void builder(Times times, int round) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        Process process = new ProcessBuilder("/bin/true").start();
        long started = System.nanoTime();
        process.getOutputStream().close();
        process.getInputStream().readAllBytes();
        process.waitFor();
        times.note(round, begun, started);
    }

    private void unit(Times times, int round) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        try (ExecutionUnit unit = prepare(OutputPlan.COUNTED, "/bin/true")) {
            unit.open();
            long started = System.nanoTime();
            unit.await();
            times.note(round, begun, started);
        }
    }

    private ExecutionUnit prepare(OutputPlan output, String... command) throws IOException {
        return ExecutionUnit.prepare(
                system,
                "bench",
                UnitName.newMark(new SecureRandom()),
                new UnitCommand(List.of(command), folder, System.getenv()),
                Budgets.USUAL.grace(GRACE),
                output,
                OutputPlan.COUNTED,
                UnitWatch.NONE);
    }

    private void stops() throws IOException, InterruptedException {
        long[] polite = new long[STOPS];
        long[] stubborn = new long[STOPS];
        for (int i = 0; i < STOPS; i++) {
            polite[i] = stop(LOOP);
            stubborn[i] = stop("trap '' TERM; " + LOOP);
        }
        Arrays.sort(polite);
        Arrays.sort(stubborn);
        line.accept(String.format(
                Locale.ROOT,
                "  stop to last death   a polite loop p50 %.1f ms; one that ignores SIGTERM p50"
                        + " %.1f ms, max %.1f ms after a grace of %s",
                median(polite) / 1e6,
                median(stubborn) / 1e6 - GRACE.toMillis(),
                stubborn[STOPS - 1] / 1e6 - GRACE.toMillis(),
                UnitText.duration(GRACE)));
    }

    private long stop(String script) throws IOException, InterruptedException {
        try (ExecutionUnit unit =
                prepare(OutputPlan.COUNTED, "/bin/sh", "-c", "echo up; " + script)) {
            unit.open();
            Thread.sleep(50);
            unit.cancel(new EndCause.StopRequested("measured"));
            UnitReport report = unit.await();
            return report.steps().stream()
                    .filter(step -> step.kind() == Step.Kind.MEMBERS_ENDED)
                    .findFirst()
                    .orElseThrow()
                    .after()
                    .toNanos();
        }
    }

    private void flood(long megabytes) throws IOException, InterruptedException {
        Path kept = folder.resolve("flood");
        OutputPlan plan = new OutputPlan(Optional.of(kept), 1 << 20, 65_536, Optional.empty());
        long begun = System.nanoTime();
        try (ExecutionUnit unit =
                prepare(plan, "/usr/bin/head", "-c", megabytes + "M", "/dev/zero")) {
            unit.open();
            UnitReport report = unit.await(FLOOD_LIMIT).orElseThrow();
            Runtime.getRuntime().gc();
            double seconds = (System.nanoTime() - begun) / 1e9;
            line.accept(String.format(
                    Locale.ROOT,
                    "  a flood of %,d MB   %.1f s, %,.0f MB/s; %,d bytes on disk; heap in use"
                            + " %d MiB of"
                            + " at most %d",
                    report.output().bytes() >> 20,
                    seconds,
                    (report.output().bytes() >> 20) / seconds,
                    report.output().kept(),
                    (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20,
                    Runtime.getRuntime().maxMemory() >> 20));
        }
        java.nio.file.Files.deleteIfExists(kept);
    }
}
