package dev.quietus.verify.exec;

import static org.awaitility.Awaitility.await;

import dev.quietus.cli.Main;
import dev.quietus.verify.server.OwnJava;
import dev.quietus.verify.server.RunningQuietus;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One {@code quietus exec} in a process of its own, in a folder of its own. */
public final class ExecProcess implements AutoCloseable {
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
     * Where one runs.
     *
     * @param server which server it asks
     * @param folder where it runs and its output goes
     * @param xdg the parent of the server's own state folder, named {@code quietus}
     * @param token what it shows to the server
     * @param environment what else is set for it
     */
    public record Place(
            RunningQuietus server,
            Path folder,
            Path xdg,
            String token,
            Map<String, String> environment) {
        /** Copies the map. */
        public Place {
            environment = Map.copyOf(environment);
        }
    }

    /**
     * Starts one without input and with nothing else set.
     *
     * @param folder where it runs and its output goes
     * @param xdg the parent of the server's own state folder, named {@code quietus}
     * @param token what it shows to the server
     * @param arguments what stands behind {@code quietus exec}
     */
    static ExecProcess start(
            RunningQuietus server, Path folder, Path xdg, String token, String... arguments) {
        return start(new Place(server, folder, xdg, token, Map.of()), List.of(arguments));
    }

    /**
     * Starts one without input.
     *
     * @param arguments what stands behind {@code quietus exec}
     */
    public static ExecProcess start(Place place, List<String> arguments) {
        ProcessBuilder builder = builder(place, line(arguments));
        return started(
                place,
                builder.redirectInput(
                        ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile())));
    }

    /** Starts one whose input is what is written to {@link #input()}. */
    public static ExecProcess startTalking(Place place, List<String> arguments) {
        return started(place, builder(place, line(arguments)));
    }

    /** Starts one whose output nobody reads, in a pipe that is full sooner or later. */
    public static ExecProcess startUnread(Place place, List<String> arguments) {
        try {
            Path err = Files.createTempFile(place.folder(), "err", ".txt");
            ProcessBuilder builder = builder(place, line(arguments)).redirectError(err.toFile());
            return new ExecProcess(builder.start(), err, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts a shell in a terminal of its own, with the line that runs {@code quietus exec} in its
     * variable {@code EXEC}, to be carried out by {@code eval}.
     *
     * @param script what the shell does
     */
    public static ExecProcess startInTerminal(Place place, String script, List<String> arguments) {
        ProcessBuilder builder = builder(place, List.of("script", "-qec", script, "/dev/null"));
        builder.environment().put("SHELL", "/bin/bash");
        builder.environment()
                .put(
                        "EXEC",
                        line(arguments).stream()
                                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                                .collect(Collectors.joining(" ")));
        return started(place, builder);
    }

    private static List<String> line(List<String> arguments) {
        List<String> line = OwnJava.line(Main.class);
        line.add("exec");
        line.addAll(arguments);
        return line;
    }

    private static ProcessBuilder builder(Place place, List<String> line) {
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(place.folder().toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(key -> key.startsWith("QUIETUS_"));
        environment.putAll(place.environment());
        environment.put("QUIETUS_URL", place.server().url());
        environment.put("QUIETUS_TOKEN", place.token());
        environment.put("XDG_STATE_HOME", place.xdg().toString());
        return builder;
    }

    private static ExecProcess started(Place place, ProcessBuilder builder) {
        try {
            Path out = Files.createTempFile(place.folder(), "out", ".txt");
            Path err = Files.createTempFile(place.folder(), "err", ".txt");
            builder.redirectOutput(out.toFile()).redirectError(err.toFile());
            return new ExecProcess(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end and says the exit code. */
    public int exit() throws InterruptedException {
        if (!process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("quietus exec goes on: " + err());
        }
        return process.exitValue();
    }

    /** Kills it outright, as if it had crashed. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        exit();
    }

    /** Asks it to end, as a terminal or a service manager does. */
    public void terminate() {
        process.toHandle().destroy();
    }

    /** Whether it is there. */
    public boolean alive() {
        return process.isAlive();
    }

    /** What it has passed on, with a sign in place of bytes that are no text. */
    public String out() {
        return read(out);
    }

    /** The same of the side of errors. */
    public String err() {
        return read(err);
    }

    /** Its process. */
    public Process process() {
        return process;
    }

    /** Its input. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the command has made a file. */
    public static void awaitFile(Path file) {
        await(file.toString()).atMost(SOON).until(() -> Files.exists(file));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
