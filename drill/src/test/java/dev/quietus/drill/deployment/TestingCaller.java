package dev.quietus.drill.deployment;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Calls a deployment service as any HTTP client would; no call waits longer than 20 seconds. */
final class TestingCaller implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(SOON)
            .build();
    private final String url;

    TestingCaller(String url) {
        this.url = url;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    HttpResponse<String> delete(String path) throws IOException, InterruptedException {
        return send(request(path).DELETE());
    }

    HttpResponse<String> post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        return send(posted(path, body, headers));
    }

    HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> sendLater(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpRequest.Builder posted(String path, String body, String... headers) {
        HttpRequest.Builder request = request(path).POST(HttpRequest.BodyPublishers.ofString(body));
        return headers.length == 0 ? request : request.headers(headers);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).timeout(SOON);
    }

    /** Asks for a preview that has to be accepted; returns its id. */
    String preview(String run, String operation) throws IOException, InterruptedException {
        return json(post("/previews", order(run, operation, operation, "8bc911d")))
                .string("preview_id");
    }

    HttpResponse<String> cancel(String preview) throws IOException, InterruptedException {
        return post("/previews/" + preview + "/cancel", "");
    }

    /** Waits until a job has come as far; returns it. */
    JsonObject await(String preview, String until) throws IOException, InterruptedException {
        JsonObject answer = json(get("/control/await?preview=" + preview + "&until=" + until));
        if (!answer.bool("reached")) {
            throw new AssertionError(preview + " never came to " + until + ": " + answer);
        }
        return answer.object("preview");
    }

    /** Waits until so many jobs or requests are held. */
    void awaitHeld(int count) throws IOException, InterruptedException {
        JsonObject answer = json(get("/control/await?waiting=" + count));
        if (!answer.bool("reached")) {
            throw new AssertionError("nobody was held: " + answer);
        }
    }

    void behave(String json) throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/control/behaviour", json);
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.body());
        }
    }

    /** What the status call shows of a run. */
    List<JsonObject> reservations(String run) throws IOException, InterruptedException {
        return json(get("/reservations?run=" + run)).array("items").objects();
    }

    /** What is really there of a run. */
    List<JsonObject> effects(String run) throws IOException, InterruptedException {
        return json(get("/control/effects?run=" + run)).array("items").objects();
    }

    static String order(String run, String operation, String key, String commit) {
        return JsonObject.builder()
                .put("run_id", run)
                .put("operation_id", operation)
                .put("idempotency_key", key)
                .put("commit", commit)
                .put("environment", "preview-payments")
                .build()
                .toJson();
    }

    static JsonObject json(HttpResponse<String> answer) {
        return Json.parseObject(answer.body());
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
