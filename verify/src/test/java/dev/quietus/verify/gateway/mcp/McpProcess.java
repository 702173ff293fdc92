package dev.quietus.verify.gateway.mcp;

import dev.quietus.cli.Main;
import dev.quietus.verify.server.OwnJava;
import dev.quietus.verify.server.RunningQuietus;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One {@code quietus mcp} in a process of its own, and the client that speaks to it. */
final class McpProcess implements AutoCloseable {
    private static final int MOST_SECONDS = 60;

    final Heard client = new Heard();
    private final Process process;
    private final Path err;

    private McpProcess(Process process, Path err) {
        this.process = process;
        this.err = err;
        Thread.ofVirtual().start(this::hear);
    }

    /**
     * Starts one.
     *
     * @param folder where it runs and its errors go
     * @param xdg the parent of the server's own state folder
     * @param arguments what stands behind {@code quietus mcp}
     */
    static McpProcess start(
            RunningQuietus server, Path folder, Path xdg, String token, List<String> arguments) {
        List<String> line = OwnJava.line(Main.class);
        line.add("mcp");
        line.addAll(arguments);
        try {
            Path err = folder.resolve("err.txt");
            ProcessBuilder builder = new ProcessBuilder(line)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()));
            Map<String, String> environment = builder.environment();
            environment.keySet().removeIf(key -> key.startsWith("QUIETUS_"));
            environment.put("QUIETUS_URL", server.url());
            environment.put("QUIETUS_TOKEN", token);
            environment.put("XDG_STATE_HOME", xdg.toString());
            return new McpProcess(builder.start(), err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void hear() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                client.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void send(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void hangUp() throws IOException {
        process.getOutputStream().close();
    }

    /** Waits for its end and says the exit code. */
    int exit() throws InterruptedException {
        if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("quietus mcp goes on: " + err());
        }
        return process.exitValue();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        exit();
    }

    void terminate() {
        process.destroy();
    }

    String err() {
        try {
            return Files.readString(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
