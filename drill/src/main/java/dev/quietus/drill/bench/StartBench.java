package dev.quietus.drill.bench;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How quickly the command starts, beside a program that does nothing, in turns. */
final class StartBench {
    private static final int LIMIT_SECONDS = 30;

    private StartBench() {}

    /**
     * What came out.
     *
     * @param empty the program that does nothing
     * @param stop the emergency path against a port where nobody listens, without retrying
     */
    record Result(Figures empty, Figures stop) {
        double ratio() {
            return stop.milliseconds(0.5) / empty.milliseconds(0.5);
        }
    }

    static Result run(int times) throws IOException, InterruptedException {
        List<String> nothing = List.of("dev.quietus.drill.bench.Empty");
        List<String> stop = List.of(
                "dev.quietus.cli.Main",
                "stop",
                "nobody",
                "--reason",
                "benchmark",
                "--url",
                "http://127.0.0.1:1",
                "--token",
                "none",
                "--retry-for",
                "0s");
        long[] empty = new long[times];
        long[] stopped = new long[times];
        time(nothing);
        time(stop);
        for (int i = 0; i < times; i++) {
            empty[i] = time(nothing);
            stopped[i] = time(stop);
        }
        return new Result(new Figures(empty), new Figures(stopped));
    }

    private static long time(List<String> program) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(program);
        long begun = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(
                    "'" + program.getFirst() + "' did not end within " + LIMIT_SECONDS + " s");
        }
        return System.nanoTime() - begun;
    }
}
