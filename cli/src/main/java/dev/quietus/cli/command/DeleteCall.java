package dev.quietus.cli.command;

import dev.quietus.cli.config.Connection;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.http.UrlPath;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * The one call whose method the SDK does not speak: DELETE. Asked once, for what it takes away
 * stays away.
 *
 * @param connection the way to the server
 */
record DeleteCall(Connection connection) {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int MAX_BYTES = 1024 * 1024;

    /**
     * Makes it.
     *
     * @throws CommandException if the server says no or can't be reached
     */
    JsonObject of(String... segments) {
        String base = connection.url().toString().replaceAll("/+$", "");
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(base + UrlPath.of(segments)))
                .timeout(PATIENCE)
                .header("Accept", "application/json")
                .DELETE();
        connection.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build()) {
            HttpResponse<InputStream> answer =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                return read(answer.statusCode(), body.readNBytes(MAX_BYTES));
            }
        } catch (IOException e) {
            throw new CommandException(
                    Exit.UNREACHABLE,
                    "DELETE " + request.build().uri() + ": no answer: " + e
                            + "; is it running? --url names another",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(Exit.ERROR, "interrupted before an answer came", e);
        }
    }

    private static JsonObject read(int status, byte[] bytes) {
        JsonObject object;
        try {
            object = bytes.length == 0
                    ? JsonObject.empty()
                    : Json.parseObject(bytes, JsonLimits.DEFAULT);
        } catch (JsonException e) {
            object = JsonObject.empty();
        }
        if (status >= 200 && status <= 299) {
            return object;
        }
        String told = object.optionalString("detail").orElse("status " + status);
        int exit = switch (status) {
            case 401, 403 -> Exit.REFUSED;
            case 404 -> Exit.NOT_FOUND;
            case 400 -> Exit.USAGE;
            default -> Exit.ERROR;
        };
        throw new CommandException(exit, told);
    }
}
