package dev.quietus.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import dev.quietus.server.http.Routes;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A real server in this process, and the calls that tests make to it. */
public final class TestingServer implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final QuietusServer server;
    private final ServerSettings settings;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicInteger numbers = new AtomicInteger();

    private TestingServer(QuietusServer server, ServerSettings settings) {
        this.server = server;
        this.settings = settings;
    }

    /** Starts one with everything in a directory. */
    public static TestingServer in(Path directory) throws IOException {
        return with(ServerSettings.in(directory, 0));
    }

    /** Starts one with these settings. */
    public static TestingServer with(ServerSettings settings) throws IOException {
        return new TestingServer(QuietusServer.start(settings), settings);
    }

    /** The server itself. */
    public QuietusServer server() {
        return server;
    }

    /** Its calls. */
    public Routes routes() {
        return server.routes();
    }

    /** Where it listens. */
    public int port() {
        return URI.create(server.url()).getPort();
    }

    /** The token that the first start wrote. */
    public String operator() throws IOException {
        return Files.readString(settings.operatorTokenFile()).strip();
    }

    /** A new token. */
    public String token(String role, String name) throws IOException {
        Reply made = post("/v1/tokens", operator(), Map.of("role", role, "name", name));
        return require(made, 201).value("token");
    }

    /** Registers a root run that may do everything, and returns what was answered. */
    public JsonNode root(String id) throws IOException {
        return require(
                        post(
                                "/v1/runs",
                                operator(),
                                Map.of("run_id", id, "capabilities", new String[] {"*"})),
                        201)
                .json();
    }

    /** Registers a child run, and returns what was answered. */
    public JsonNode child(String id, String parent) throws IOException {
        Map<String, Object> body = Map.of("run_id", id, "parent_run_id", parent);
        return require(post("/v1/runs", operator(), body), 201).json();
    }

    /** Accepts an operation. */
    public Reply accept(String run, String operation, Map<String, Object> more) throws IOException {
        Map<String, Object> body =
                new LinkedHashMap<>(Map.of("operation_id", operation, "tool", "mail.send"));
        body.putAll(more);
        return require(post("/v1/runs/" + encoded(run) + "/operations", operator(), body), 201);
    }

    /** A name that no other call gave. */
    public String fresh(String stem) {
        return stem + "-" + numbers.incrementAndGet();
    }

    /** A GET. */
    public Reply get(String path, String token) throws IOException {
        return send("GET", path, token, Optional.empty());
    }

    /** A POST of a document. */
    public Reply post(String path, String token, Object body) throws IOException {
        return send("POST", path, token, Optional.of(json(body)));
    }

    /** Any call; an empty token sends none. */
    public Reply send(
            String method, String path, String token, Optional<byte[]> body, String... headers)
            throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .timeout(PATIENCE)
                .method(
                        method,
                        body.map(HttpRequest.BodyPublishers::ofByteArray)
                                .orElse(HttpRequest.BodyPublishers.noBody()));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body.isPresent() && !String.join(",", headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<String> got =
                    http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Reply(got.statusCode(), got.headers().map(), got.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** How many events the record has. */
    public long events() throws IOException {
        return events("/v1/events");
    }

    /** How many events the record has of the tree of a run. */
    public long eventsOf(String run) throws IOException {
        return events("/v1/runs/" + encoded(run) + "/events");
    }

    private long events(String path) throws IOException {
        long count = 0;
        String after = "0";
        while (!after.isEmpty()) {
            Reply page = require(get(path + "?limit=1000&after=" + after, operator()), 200);
            count += page.json().path("events").size();
            after = page.value("next_after");
        }
        return count;
    }

    /** A path part or a parameter, percent-encoded. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** A document as it is sent. */
    public static byte[] json(Object body) {
        try {
            return JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** The same answer, if it has this status. */
    public static Reply require(Reply reply, int status) {
        if (reply.status() != status) {
            throw new AssertionError(
                    "expected " + status + ", found " + reply.status() + ": " + reply.text());
        }
        return reply;
    }

    @Override
    public void close() {
        http.shutdownNow();
        server.close();
    }
}
