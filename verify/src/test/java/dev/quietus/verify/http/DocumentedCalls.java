package dev.quietus.verify.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes calls and lets no answer pass that is not documented: its status, its content type, every
 * field. Remembers what was called and which problems were met. Used by one thread.
 */
final class DocumentedCalls implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final OpenApi api = new OpenApi();
    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;
    private final Set<String> succeeded = new TreeSet<>();
    private final Set<String> problems = new TreeSet<>();
    private String token;

    DocumentedCalls(String url, String token) {
        this.url = url;
        this.token = token;
    }

    /** From here on with this token; empty for none. */
    DocumentedCalls as(String other) {
        token = other;
        return this;
    }

    /** The calls that have succeeded, as method and template. */
    Set<String> succeeded() {
        return succeeded;
    }

    /** The problem codes that were met. */
    Set<String> problems() {
        return problems;
    }

    JsonNode get(String path, Map<String, String> parts) {
        return call("GET", path, parts, "");
    }

    JsonNode get(String path, String run) {
        return get(path, Map.of("run", run));
    }

    JsonNode post(String path, Map<String, String> parts, String body) {
        return call("POST", path, parts, body);
    }

    JsonNode post(String path, String run, String body) {
        return post(path, Map.of("run", run), body);
    }

    /** Makes a call that must succeed; the body is documented JSON, or empty. */
    JsonNode call(String method, String path, Map<String, String> parts, String body) {
        OpenApi.Call call = api.call(method, template(path));
        if (!body.isEmpty()) {
            JsonNode schema = call.node().at("/requestBody/content/application~1json/schema");
            assertThat(api.faults(schema, body))
                    .as("body of %s: %s", call, body)
                    .isEmpty();
        }
        HttpResponse<String> response = send(method, path, parts, body, "application/json");
        assertThat(response.statusCode())
                .as("%s answered %s", call, response.body())
                .isBetween(200, 299);
        succeeded.add(call.toString());
        return documented(call, response);
    }

    /** Makes a call that must fail with this problem. */
    JsonNode refused(
            String code, String method, String path, Map<String, String> parts, String body) {
        return refused(code, method, path, parts, body, "application/json");
    }

    /** The same with a content type of the caller's own. */
    JsonNode refused(
            String code,
            String method,
            String path,
            Map<String, String> parts,
            String body,
            String type) {
        OpenApi.Call call = api.call(method, template(path));
        HttpResponse<String> response = send(method, path, parts, body, type);
        JsonNode problem = documented(call, response);
        assertThat(problem.path("code").textValue())
                .as("%s answered %s", call, response.body())
                .isEqualTo(code);
        assertThat(OpenApiTest.codes(api.response(call, response.statusCode()).orElseThrow()))
                .as("codes of %s %s", call, response.statusCode())
                .contains(code);
        assertThat(response.headers().firstValue("Retry-After").isPresent())
                .as("Retry-After of %s", code)
                .isEqualTo(problem.get("retryable").booleanValue());
        problems.add(code);
        return problem;
    }

    /** A call with a method that the path does not take. */
    void refusedMethod(String method, String path) {
        HttpResponse<String> response = send(method, path, Map.of(), "", "application/json");
        JsonNode documented = api.document().at("/components/responses/MethodNotAllowed");
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).isPresent();
        assertThat(api.faults(
                        documented.at("/content/application~1problem+json/schema"),
                        response.body()))
                .isEmpty();
        problems.add(OpenApi.parsed(response.body()).get("code").textValue());
    }

    private JsonNode documented(OpenApi.Call call, HttpResponse<String> response) {
        JsonNode said = api.response(call, response.statusCode())
                .orElseThrow(() -> new AssertionError(call + " answered " + response.statusCode()
                        + ", which is not documented: " + response.body()));
        String type = response.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
        if (!said.has("content")) {
            assertThat(response.body()).as("body of %s", call).isEmpty();
            return OpenApi.MAPPER.missingNode();
        }
        JsonNode media = said.get("content").path(type);
        assertThat(media.isMissingNode()).as("%s answered with %s", call, type).isFalse();
        if (type.startsWith("text/")) {
            return OpenApi.MAPPER.missingNode();
        }
        assertThat(api.faults(media.get("schema"), response.body()))
                .as("%s %s answered %s", call, response.statusCode(), response.body())
                .isEmpty();
        return OpenApi.parsed(response.body());
    }

    private static String template(String path) {
        return path.split("\\?", 2)[0];
    }

    private HttpResponse<String> send(
            String method, String path, Map<String, String> parts, String body, String type) {
        String filled = path;
        for (Map.Entry<String, String> part : parts.entrySet()) {
            filled = filled.replace(
                    "{" + part.getKey() + "}",
                    URLEncoder.encode(part.getValue(), StandardCharsets.UTF_8));
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + filled))
                .timeout(LIMIT)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + filled, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + method + " " + filled, e);
        }
    }

    /** The calls that are documented, streams apart. */
    Set<String> expected() {
        Set<String> all = new TreeSet<>();
        for (OpenApi.Call call : api.calls()) {
            JsonNode content = call.node().at("/responses/200/content");
            boolean onlyStream = content.size() == 1 && content.has("text/event-stream");
            if (!onlyStream) {
                all.add(call.toString());
            }
        }
        return all;
    }

    static String text(JsonNode node, String pointer) {
        JsonNode value = node.at(pointer);
        assertThat(value.isMissingNode()).as("%s in %s", pointer, node).isFalse();
        return value.isTextual() ? value.textValue() : value.toString();
    }

    /** An object with one text. */
    static String body(String name, String value) {
        ObjectNode node = OpenApi.MAPPER.createObjectNode();
        return node.put(name, value).toString();
    }

    @Override
    public void close() {
        http.close();
    }
}
