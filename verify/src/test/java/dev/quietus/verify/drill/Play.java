package dev.quietus.verify.drill;

import dev.quietus.verify.server.OwnJava;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process with the demo or the drill in it, and what it has said so far. */
final class Play implements AutoCloseable {
    private static final Pattern PID = Pattern.compile("\\bpid (\\d+)\\b");
    private static final int LONGEST_SECONDS = 300;

    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread listener;

    private Play(Process process) {
        this.process = process;
        this.listener = Thread.ofVirtual().start(this::listen);
    }

    /** Starts it with this folder for temporary files. */
    static Play start(Path temporary, String... arguments) throws IOException {
        List<String> command = OwnJava.line(
                PlayMain.class,
                List.of(
                        "-Dstdout.encoding=UTF-8",
                        "-Dstderr.encoding=UTF-8",
                        "-Djava.io.tmpdir=" + temporary));
        command.addAll(List.of(arguments));
        return new Play(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private void listen() {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException killed) {
            lines.add("(its output broke off)");
        }
    }

    /** What it has said. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    /** The processes that it has named. */
    List<Long> pids() {
        return lines.stream()
                .map(PID::matcher)
                .filter(Matcher::find)
                .map(found -> Long.parseLong(found.group(1)))
                .toList();
    }

    /** Waits for its end and returns its exit code. */
    int exit() throws InterruptedException {
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still there after " + LONGEST_SECONDS + " s: " + lines);
        }
        listener.join();
        return process.exitValue();
    }

    /** Kills it; it can end nothing in order. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
