package dev.quietus.drill.peer;

import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.http.UrlPath;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Where an operator gets tokens for others, and gives them back. Thread-safe. */
public final class TokenDesk implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final String url;
    private final String operatorToken;
    private final QuietusClient client;

    /**
     * The desk of a server.
     *
     * @param url where it listens
     * @param operatorToken who asks
     */
    public TokenDesk(String url, String operatorToken) {
        this.url = url;
        this.operatorToken = operatorToken;
        this.client =
                QuietusClient.builder(URI.create(url)).token(operatorToken).build();
    }

    /**
     * A fresh token.
     *
     * @param role {@code operator}, {@code worker} or {@code auditor}
     * @param name whose it is
     */
    public String give(String role, String name) {
        JsonObject wish =
                JsonObject.builder().put("role", role).put("name", name).build();
        HttpAnswer answer = client.call(HttpCall.post(wish, "v1", "tokens"));
        return ((HttpAnswer.Answered) answer).object().string("token");
    }

    /**
     * Takes all tokens of a name back; tells whether the server says that they are gone.
     *
     * @throws IOException when there is no answer
     */
    public boolean takeBack(String name) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(url + UrlPath.of("v1", "tokens", name)))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + operatorToken)
                .DELETE()
                .build();
        try (HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            int status =
                    http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            return status == 200 || status == 404;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
