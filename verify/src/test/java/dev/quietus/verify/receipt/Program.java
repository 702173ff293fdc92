package dev.quietus.verify.receipt;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a program of the machine to its end, within a deadline. */
final class Program {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Program() {}

    /**
     * What came of it.
     *
     * @param code its exit code
     * @param output both of its outputs
     */
    record Ended(int code, String output) {}

    /** Those of the names that are no program on this machine. */
    static List<String> missing(String... names) {
        List<String> path =
                Arrays.asList(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
        return Stream.of(names)
                .filter(name -> path.stream()
                        .map(folder -> Path.of(folder, name))
                        .noneMatch(Files::isExecutable))
                .toList();
    }

    /** Runs a program with no input. */
    static Ended run(Path directory, List<String> command) {
        return run(directory, command, Map.of());
    }

    /** The same with more environment variables. */
    static Ended run(Path directory, List<String> command, Map<String, String> environment) {
        try {
            Path output = Files.createTempFile("program", ".out");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Ended(-1, "it did not end within " + LIMIT);
            }
            String text = Files.readString(output);
            Files.delete(output);
            return new Ended(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException("could not run " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while running " + command, e);
        }
    }
}
