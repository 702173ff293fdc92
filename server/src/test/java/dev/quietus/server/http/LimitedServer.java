package dev.quietus.server.http;

import dev.quietus.server.QuietusServer;
import dev.quietus.server.ServerSettings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own, since the platform reads the limits of its listener only once
 * in a process. It ends with the end of its input.
 */
final class LimitedServer implements AutoCloseable {
    private final Process process;
    private final int port;

    private LimitedServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one with these system properties. */
    static LimitedServer start(Path directory, String... properties) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx256m"));
        for (String property : properties) {
            command.add("-D" + property);
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                LimitedServer.class.getName(),
                directory.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader said = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String url = Optional.ofNullable(said.readLine())
                .orElseThrow(() -> new IOException("the server did not start"));
        return new LimitedServer(process, URI.create(url).getPort());
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The process: says its address on one line, and serves until its input ends. */
    public static void main(String[] args) {
        try (QuietusServer server = QuietusServer.start(ServerSettings.in(Path.of(args[0]), 0))) {
            System.out.println(server.url());
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
