package dev.quietus.verify.cases;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.quietus.verify.server.RunningQuietus;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;

/**
 * A service that was there before any run: it takes work from a pipe in its folder and carries it
 * out when the test lets it, whatever became of its client. It shows over HTTP that it has the
 * work, and what is done.
 */
final class WorkDaemon implements AutoCloseable {
    private static final String WAITS = """
            #!/bin/sh
            touch "$CASE_DIR/taken"
            while [ ! -e "$CASE_DIR/go" ]; do /bin/sleep 0.05; done
            """;

    private final Path folder;
    private final HttpServer http;
    private Optional<Process> serving = Optional.empty();

    /**
     * Begins to answer over HTTP.
     *
     * @param folder where it takes work from
     */
    WorkDaemon(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/effects", this::answer);
        http.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean done = Files.exists(effect());
            byte[] body = (done
                            ? "{\"items\":[{\"id\":\"effect-1\"}],"
                                    + "\"job\":{\"id\":1,\"ended\":true}}"
                            : "{\"items\":[],\"job\":{\"id\":1,\"ended\":null}}")
                    .getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** How a server is told of it. */
    String declaration() {
        return """
                providers:
                  daemon:
                    type: http
                    base_url: http://127.0.0.1:%d
                    observe:
                      path: "/effects?operation={operation_id}"
                      present: "$.items[*]"
                      requires: "$.items"
                      seen: "$.job.id"
                      ended: "$.job.ended"
                    quiet_period: 200ms
                    settle_timeout: 1s
                    reobserve_interval: 1s
                    reconcile_owner: team-daemon
                """.formatted(http.getAddress().getPort());
    }

    /**
     * Begins to take work, and returns when the pipe is there. Where the script waits for four
     * seconds before the effect, it waits for {@link #goOn()}.
     */
    void serve(String script) throws IOException {
        Path programs = Files.createDirectories(folder.resolve("programs"));
        Path sleep = Files.writeString(programs.resolve("sleep"), WAITS);
        Files.setPosixFilePermissions(sleep, PosixFilePermissions.fromString("rwxr-xr-x"));
        ProcessBuilder builder = new ProcessBuilder("sh", script, "serve")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("daemon.log").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("CASE_DIR", folder.toString());
        environment.merge("PATH", "/usr/bin:/bin", (path, _) -> programs + ":" + path);
        serving = Optional.of(builder.start());
        RunningQuietus.untilTrue("the daemon serves", () -> Files.exists(folder.resolve("req")));
    }

    /** Waits until it has taken the work. */
    void awaitTaken() {
        RunningQuietus.untilTrue("it is taken", () -> Files.exists(folder.resolve("taken")));
    }

    /** Lets what was taken be carried out. */
    void goOn() throws IOException {
        Files.createFile(folder.resolve("go"));
    }

    /** Waits until the effect is there. */
    void awaitEffect() {
        RunningQuietus.untilTrue("the effect is there", () -> Files.exists(effect()));
    }

    private Path effect() {
        return folder.resolve("effect");
    }

    @Override
    public void close() {
        serving.ifPresent(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
        http.stop(0);
    }
}
