package dev.quietus.drill.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One process of the operating system that this process started. It ends when its standard input
 * ends, so also when this process is killed, and at the latest when its time is over.
 *
 * <p>What it writes to standard error goes to its log; so does its standard output, unless it is
 * started as one that talks. Thread-safe.
 */
public final class ChildProcess implements AutoCloseable {
    /**
     * The system property that names a file of further options for the Java of each child, as
     * {@code java} reads it behind an {@code @}; they win over those that it has anyway.
     */
    public static final String OPTIONS = "quietus.child.options";

    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration DEATH = Duration.ofSeconds(10);

    /** Enough for a start-up line and a stack trace. */
    private static final int LONGEST_TAIL_BYTES = 8 * 1024;

    private final String name;
    private final Path log;
    private final Process process;
    private final Instant startedAt = Instant.now();
    private volatile boolean paused;

    private ChildProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts a process whose whole output goes to its log.
     *
     * @throws ChildProcessException when the system can't start it
     */
    public static ChildProcess start(ChildCommand command) {
        ProcessBuilder builder = builder(command, Leash.WATCHED);
        return started(
                command,
                builder.redirectOutput(
                        ProcessBuilder.Redirect.appendTo(command.log().toFile())));
    }

    /**
     * Starts a process that talks over its standard output.
     *
     * @throws ChildProcessException when the system can't start it
     */
    public static ChildProcess startTalking(ChildCommand command) {
        return started(command, builder(command, Leash.TALKING));
    }

    private static ChildProcess started(ChildCommand command, ProcessBuilder builder) {
        try {
            return new ChildProcess(command.name(), command.log(), builder.start());
        } catch (IOException failure) {
            throw new ChildProcessException(
                    "cannot start " + command.name() + ": " + failure.getMessage(), failure);
        }
    }

    private static ProcessBuilder builder(ChildCommand command, String input) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(
                switch (command.pace()) {
                    case QUICK_START -> List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
                    case LONG_RUN -> List.<String>of();
                });
        // Output that any reader knows, and nothing left outside the folder by one that is killed.
        line.addAll(List.of(
                "-XX:-UsePerfData",
                "-XX:ErrorFile=" + command.folder().resolve(command.name() + "-crash.log"),
                "-Xmx" + command.memoryMegabytes() + "m",
                "-Djava.io.tmpdir=" + command.folder(),
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath()));
        line.addAll(furtherOptions());
        line.add(Leash.class.getName());
        line.add(Long.toString(command.longestLife().toSeconds()));
        line.add(input);
        line.add(command.mainClass());
        line.addAll(command.arguments());
        ProcessBuilder builder = new ProcessBuilder(line);
        Map<String, String> environment = builder.environment();
        // What this process was told about a server is not meant for its children.
        environment.keySet().removeIf(key -> key.startsWith("QUIETUS_"));
        environment.putAll(command.environment());
        // Its own folder, or it would read the settings that lie where the user stands.
        builder.directory(command.folder().toFile());
        builder.redirectError(ProcessBuilder.Redirect.appendTo(command.log().toFile()));
        return builder;
    }

    /** What {@link #OPTIONS} adds to the command line of a child, behind its class path. */
    public static List<String> furtherOptions() {
        String file = System.getProperty(OPTIONS);
        return file == null ? List.of() : List.of("@" + file);
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** What people call it. */
    public String name() {
        return name;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** When it was started. */
    public Instant startedAt() {
        return startedAt;
    }

    /** Whether it is there. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** With what it ended; empty while it is there. */
    public OptionalInt exitCode() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /** Where what it writes is kept. */
    public Path log() {
        return log;
    }

    /** What it is told, line by line. */
    public BufferedWriter input() {
        return process.outputWriter(StandardCharsets.UTF_8);
    }

    /** What it says, if it is one that talks. */
    public BufferedReader output() {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    /** The end of its log, in lines. */
    public List<String> logTail(int lines) {
        try {
            byte[] all = Files.readAllBytes(log);
            int from = Math.max(0, all.length - LONGEST_TAIL_BYTES);
            String text = new String(all, from, all.length - from, StandardCharsets.UTF_8);
            List<String> last = text.lines().toList();
            return last.subList(Math.max(0, last.size() - lines), last.size());
        } catch (IOException unreadable) {
            return List.of("(its log " + log + " can't be read: " + unreadable.getMessage() + ")");
        }
    }

    /**
     * What is to be said when it ended although it should not have.
     *
     * @param attempted what was waited for
     */
    public ChildProcessException endedEarly(String attempted) {
        String code = exitCode().isPresent() ? "exit " + exitCode().getAsInt() : "still there";
        return new ChildProcessException("%s: %s (pid %d) ended early, %s; the end of %s:%n  %s"
                .formatted(attempted, name, pid(), code, log, String.join("\n  ", logTail(20))));
    }

    /**
     * Kills it as the system does it ({@code SIGKILL}): it gets no chance to put anything in order.
     *
     * @throws ChildProcessException when it is still there after ten seconds
     */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(DEATH.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new ChildProcessException(name + " (pid " + pid() + ") survived its kill");
        }
    }

    /**
     * Holds it where it is ({@code SIGSTOP}): it does nothing at all until it is woken, and can't
     * know that it was held.
     *
     * @throws ChildProcessException when this system can't do that
     */
    public void pause() throws InterruptedException {
        signal("STOP");
        paused = true;
    }

    /**
     * Lets it go on where it was held ({@code SIGCONT}).
     *
     * @throws ChildProcessException when this system can't do that
     */
    public void wake() throws InterruptedException {
        paused = false;
        signal("CONT");
    }

    private void signal(String name) throws InterruptedException {
        String attempted = "signal " + name + " to " + this;
        try {
            // The shell's own kill: a small machine need not have it as a program.
            Process shell = new ProcessBuilder(
                            "/bin/sh",
                            "-c",
                            "kill -\"$1\" \"$2\"",
                            "sh",
                            name,
                            Long.toString(pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!shell.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS) || shell.exitValue() != 0) {
                shell.destroyForcibly();
                throw new ChildProcessException(attempted + " failed");
            }
        } catch (IOException failure) {
            throw new ChildProcessException(
                    attempted + ": there is no shell: " + failure.getMessage(), failure);
        }
    }

    /** Ends it: its standard input first, then by force. Closing again does nothing. */
    @Override
    public void close() {
        boolean interrupted = false;
        try {
            process.getOutputStream().close();
            if (paused) {
                // It can't hear of its end while it is held.
                process.destroyForcibly();
            }
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                process.waitFor(DEATH.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (IOException alreadyGone) {
            process.destroyForcibly();
        } catch (InterruptedException hurried) {
            process.destroyForcibly();
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return name + " (pid " + pid() + ")";
    }
}
