package dev.quietus.verify.peers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code quietus serve} as a process of its own, spoken to as any program does: a worker begins
 * each step, does it, and finishes it. Stopped with {@code POST …/stop}; over when its receipt is
 * there.
 */
final class QuietusPeer implements Peer {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern NUMBER = Pattern.compile("\"attempt\":(\\d+)");
    private static final Pattern RUN = Pattern.compile("\"run_id\":\"([^\"]+)\"");
    private static final String STEP =
            "{\"worker\":\"peers\",\"operation\":{\"tool\":\"peer.step\",\"effects\":\"none\"}}";

    private final HttpClient http = HttpClient.newHttpClient();
    private final Effects effects;
    private final Process server;
    private final String url;
    private final String token;
    private volatile boolean closing;

    QuietusPeer(Effects effects, Path folder) throws IOException, InterruptedException {
        this.effects = effects;
        Path home = Files.createTempDirectory(folder, "quietus");
        Path port = home.resolve("port");
        ProcessBuilder builder = new ProcessBuilder(
                String.valueOf(System.getenv("QUIETUS_PROGRAM")),
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--port-file",
                port.toString(),
                "--ledger",
                "sqlite:" + home.resolve("ledger.db"),
                "--quiet-period",
                "1s");
        builder.environment().putAll(Map.of(
                "XDG_STATE_HOME", home.resolve("state").toString(),
                "XDG_CONFIG_HOME", home.resolve("config").toString()));
        server = builder.redirectErrorStream(true)
                .redirectOutput(home.resolve("server.log").toFile())
                .start();
        for (int i = 0; !Files.exists(port) || Files.size(port) == 0; i++) {
            if (i > 3_000 || !server.isAlive()) {
                throw new IOException("quietus serve did not start, see " + home);
            }
            Effects.pause(100);
        }
        url = "http://127.0.0.1:" + Files.readString(port).strip().replaceAll(".*:", "");
        token = Files.readString(home.resolve("state/quietus/operator.token")).strip();
    }

    @Override
    public String name() {
        return "Quietus 0.1.0-SNAPSHOT, SQLite";
    }

    private HttpResponse<String> call(String method, String path, String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .timeout(LIMIT)
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private void require(HttpResponse<String> answer, int... statuses) throws IOException {
        for (int status : statuses) {
            if (answer.statusCode() == status) {
                return;
            }
        }
        throw new IOException(answer.uri() + " answered " + answer.statusCode() + ": "
                + answer.body());
    }

    private void register(String run, String more) throws IOException, InterruptedException {
        require(call("POST", "/v1/runs", "{\"run_id\":\"" + run + "\"" + more + "}"), 201);
    }

    @Override
    public Work start(Workload workload, String key) throws IOException, InterruptedException {
        register(key, ",\"capabilities\":[\"*\"]");
        switch (workload) {
            case SHORT_STEPS -> work(() -> shortSteps(key, key));
            case LONG_STEP -> work(() -> longStep(key));
            case SLEEPING -> {
                accept(key, ",\"not_before\":\"" + Instant.now().plusSeconds(3) + "\"");
                effects.ready(key);
                work(() -> claims(key));
            }
            case QUEUED -> accept(key, "");
            case RETRYING -> {
                accept(key, "");
                work(() -> claims(key));
            }
            case CHILD -> {
                register(key + "-child", ",\"parent_run_id\":\"" + key + "\"");
                work(() -> shortSteps(key + "-child", key));
            }
        }
        return new Stopping(workload, key);
    }

    /** What a worker does. */
    private interface Job {
        void run() throws IOException, InterruptedException;
    }

    private void work(Job job) {
        Thread.ofVirtual().start(() -> {
            try {
                job.run();
            } catch (IOException e) {
                if (closing) {
                    return;
                }
                System.err.println("a worker of Quietus failed: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private boolean begins(String run, int number) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                call("POST", "/v1/runs/" + run + "/operations/step-" + number + "/begin", STEP);
        require(answer, 200, 403, 409);
        return answer.statusCode() == 200;
    }

    private void finish(String run, String operation, String attempt, String how)
            throws IOException, InterruptedException {
        require(
                call(
                        "POST",
                        "/v1/runs/" + run + "/operations/" + operation + "/finish",
                        "{\"attempt\":" + attempt + ",\"worker\":\"peers\"," + how + "}"),
                200);
    }

    private void shortSteps(String run, String key) throws IOException, InterruptedException {
        for (int i = 0; i < STEPS && begins(run, i); i++) {
            effects.step(key);
            finish(run, "step-" + i, "1", "\"outcome\":\"succeeded\"");
        }
    }

    private void longStep(String key) throws IOException, InterruptedException {
        if (begins(key, 0)) {
            effects.deafSteps(key);
            finish(key, "step-0", "1", "\"outcome\":\"succeeded\"");
        }
    }

    private void accept(String key, String more) throws IOException, InterruptedException {
        require(
                call(
                        "POST",
                        "/v1/runs/" + key + "/operations",
                        "{\"operation_id\":\"step-0\",\"tool\":\"peer.step\",\"effects\":\"none\","
                                + "\"queue\":\"" + key + "\"" + more + "}"),
                201);
    }

    /** Takes what is due in the queue for ten seconds; a first attempt fails where that is asked. */
    private void claims(String key) throws IOException, InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (System.nanoTime() < end) {
            HttpResponse<String> answer = call(
                    "POST",
                    "/v1/work/claim",
                    "{\"queue\":\"" + key + "\",\"worker\":\"peers\",\"wait_seconds\":1}");
            require(answer, 200, 204);
            if (answer.statusCode() == 200) {
                String attempt = found(NUMBER, answer.body());
                String run = found(RUN, answer.body());
                boolean fails = key.contains(Workload.RETRYING.word()) && attempt.equals("1");
                if (fails) {
                    finish(
                            run,
                            "step-0",
                            attempt,
                            "\"outcome\":\"failed\","
                                    + "\"retry\":{\"after_seconds\":2,\"max_attempts\":3}");
                    effects.ready(key);
                } else {
                    effects.step(key);
                    finish(run, "step-0", attempt, "\"outcome\":\"succeeded\"");
                }
            }
        }
    }

    private static String found(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    private final class Stopping implements Work {
        private final Workload workload;
        private final String run;

        Stopping(Workload workload, String run) {
            this.workload = workload;
            this.run = run;
        }

        @Override
        public void cancel() throws IOException, InterruptedException {
            require(call("POST", "/v1/runs/" + run + "/stop", "{\"reason\":\"peers\"}"), 202);
            if (workload == Workload.QUEUED) {
                work(() -> {
                    Effects.pause(1_000);
                    claims(run);
                });
            }
        }

        @Override
        public boolean over() throws IOException, InterruptedException {
            HttpResponse<String> answer = call("GET", "/v1/runs/" + run + "/receipt", "");
            require(answer, 200, 404);
            return answer.statusCode() == 200;
        }
    }

    @Override
    public void close() {
        closing = true;
        http.shutdownNow();
        server.destroy();
        server.onExit().join();
    }
}
