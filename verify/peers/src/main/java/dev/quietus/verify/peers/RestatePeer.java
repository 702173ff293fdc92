package dev.quietus.verify.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Restate's server with a service of its TypeScript SDK, as two processes. Stopped with {@code
 * PATCH /invocations/ID/cancel}; over when the invocation is completed.
 */
final class RestatePeer implements Peer {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern INVOCATION = Pattern.compile("\"invocationId\":\"([^\"]+)\"");

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Process> processes = new ArrayList<>();
    private final Effects effects;
    private final String ingress;
    private final String admin;

    RestatePeer(Effects effects, Path folder) throws IOException, InterruptedException {
        this.effects = effects;
        Path program = folder.resolve("node_modules/@restatedev/restate-server-linux-x64/bin")
                .resolve("restate-server");
        if (!Files.exists(program)) {
            throw new IOException("npm brought no " + program);
        }
        Path home = Files.createTempDirectory(folder, "restate");
        int service = freePort();
        ingress = "http://127.0.0.1:" + freePort();
        admin = "http://127.0.0.1:" + freePort();
        Map<String, String> settings = Map.of(
                "RESTATE_BASE_DIR", home.resolve("data").toString(),
                "RESTATE_INGRESS__BIND_ADDRESS", ingress.substring("http://".length()),
                "RESTATE_ADMIN__BIND_ADDRESS", admin.substring("http://".length()),
                "RESTATE_BIND_ADDRESS", "127.0.0.1:" + freePort(),
                "DO_NOT_TRACK", "1");
        start(home.resolve("server.log"), settings, List.of(program.toString()));
        start(
                home.resolve("service.log"),
                Map.of(),
                List.of(
                        "node",
                        "--import",
                        folder.resolve("polyfill.mjs").toUri().toString(),
                        folder.resolve("service.mjs").toString(),
                        effects.url(),
                        Integer.toString(service)));
        try {
            register("http://127.0.0.1:" + service);
        } catch (IOException e) {
            close();
            throw new IOException(e.getMessage() + ", see " + home, e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void start(Path log, Map<String, String> environment, List<String> command)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        processes.add(builder.redirectOutput(log.toFile()).start());
    }

    private void register(String service) throws IOException, InterruptedException {
        for (int i = 0; ; i++) {
            try {
                String body = "{\"uri\":\"" + service + "\",\"force\":true}";
                if (call("POST", admin + "/deployments", body).statusCode() < 300) {
                    return;
                }
            } catch (IOException e) {
                // Not there yet; the bound is below.
                if (i > 200) {
                    throw e;
                }
            }
            if (i > 200) {
                throw new IOException("Restate took no deployment");
            }
            Effects.pause(100);
        }
    }

    @Override
    public String name() {
        return "Restate 1.7.12, TypeScript SDK 1.17.2";
    }

    private HttpResponse<String> call(String method, String target, String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(target))
                        .timeout(LIMIT)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    @Override
    public Work start(Workload workload, String key) throws IOException, InterruptedException {
        String delay = workload == Workload.QUEUED ? "?delay=1200ms" : "";
        HttpResponse<String> answer = call(
                "POST", ingress + "/work/" + workload.word() + "/send" + delay, "\"" + key + "\"");
        Matcher found = INVOCATION.matcher(answer.body());
        if (!found.find()) {
            throw new IOException(answer.uri() + " answered " + answer.body());
        }
        return new Cancelling(found.group(1));
    }

    private final class Cancelling implements Work {
        private final String invocation;

        Cancelling(String invocation) {
            this.invocation = invocation;
        }

        @Override
        public void cancel() throws IOException, InterruptedException {
            HttpResponse<String> answer =
                    call("PATCH", admin + "/invocations/" + invocation + "/cancel", "");
            if (answer.statusCode() >= 300) {
                throw new IOException(
                        answer.uri() + " answered " + answer.statusCode() + ": " + answer.body());
            }
        }

        @Override
        public boolean over() throws IOException, InterruptedException {
            String query = "{\"query\":\"select status from sys_invocation where id = '"
                    + invocation + "'\"}";
            String answer = call("POST", admin + "/query", query).body();
            return answer.contains("completed") || !answer.contains("status");
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        processes.forEach(Process::destroy);
        try {
            for (Process process : processes) {
                process.onExit().get();
            }
        } catch (java.util.concurrent.ExecutionException e) {
            throw new UncheckedIOException(new IOException(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
