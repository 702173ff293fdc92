package dev.quietus.verify.exec;

import static org.awaitility.Awaitility.await;

import dev.quietus.cli.Main;
import dev.quietus.verify.server.RunningQuietus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One {@code quietus exec} in a process of its own, in a folder of its own. */
final class ExecProcess implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Process process;
    private final Path out;
    private final Path err;

    private ExecProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * Starts one.
     *
     * @param folder where it runs and its output goes
     * @param xdg the parent of the server's own state folder, named {@code quietus}
     * @param token what it shows to the server
     * @param arguments what stands behind {@code quietus exec}
     */
    static ExecProcess start(
            RunningQuietus server, Path folder, Path xdg, String token, String... arguments) {
        try {
            Path out = Files.createTempFile(folder, "out", ".txt");
            Path err = Files.createTempFile(folder, "err", ".txt");
            List<String> line = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "exec"));
            line.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(line)
                    .directory(folder.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().keySet().removeIf(key -> key.startsWith("QUIETUS_"));
            builder.environment().put("QUIETUS_URL", server.url());
            builder.environment().put("QUIETUS_TOKEN", token);
            builder.environment().put("XDG_STATE_HOME", xdg.toString());
            return new ExecProcess(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end and says the exit code. */
    int exit() throws InterruptedException {
        if (!process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("quietus exec goes on: " + err());
        }
        return process.exitValue();
    }

    /** Kills it outright, as if it had crashed. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        exit();
    }

    /** Asks it to end, as a terminal or a service manager does. */
    void terminate() {
        process.toHandle().destroy();
    }

    boolean alive() {
        return process.isAlive();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the command has made a file. */
    static void awaitFile(Path file) {
        await(file.toString()).atMost(SOON).until(() -> Files.exists(file));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
