package dev.quietus.drill.peer;

import dev.quietus.client.MessageEnvelope;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * The public calls of the deployment service, as a worker makes them: each at most once, for only
 * the worker knows whether asking again is safe. Thread-safe.
 */
final class PreviewCalls {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String COMMIT = "8bc911d";
    private static final String ENVIRONMENT = "preview-payments";
    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(PATIENCE)
            .build();
    private final String url;

    PreviewCalls(String url) {
        this.url = url;
    }

    /** What the service said to the request for a preview. */
    sealed interface Answer {

        /**
         * It has the job.
         *
         * @param previewId its name of the job
         */
        record Taken(String previewId) implements Answer {}

        /**
         * It said no; there is no job.
         *
         * @param status the status of its answer
         */
        record Refused(int status) implements Answer {}
    }

    /**
     * Asks for a preview.
     *
     * @param work whose authority the request carries
     * @param key names the business operation towards the service
     * @throws IOException when there is no usable answer: then nobody knows whether it has the job
     */
    Answer order(MessageEnvelope work, String key) throws IOException, InterruptedException {
        JsonObject body = JsonObject.builder()
                .put("run_id", work.runId())
                .put("operation_id", work.operationId())
                .put("idempotency_key", key)
                .put("commit", COMMIT)
                .put("environment", ENVIRONMENT)
                .build();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/previews"))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toJson()));
        work.toHeaders().forEach(request::header);
        HttpResponse<String> answer =
                http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() == OK || answer.statusCode() == ACCEPTED) {
            return new Answer.Taken(read(answer).string("preview_id"));
        }
        if (answer.statusCode() >= 400 && answer.statusCode() < 500) {
            return new Answer.Refused(answer.statusCode());
        }
        throw new IOException("the service answered " + answer.statusCode());
    }

    /** The job as the service shows it; empty when it does not show it now. */
    Optional<JsonObject> job(String previewId) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/previews/" + previewId))
                .timeout(PATIENCE)
                .GET()
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == OK ? Optional.of(read(answer)) : Optional.empty();
        } catch (IOException notShown) {
            return Optional.empty();
        }
    }

    private static JsonObject read(HttpResponse<String> answer) throws IOException {
        try {
            return Json.parseObject(answer.body());
        } catch (JsonException notJson) {
            throw new IOException("the service's answer is no JSON", notJson);
        }
    }
}
