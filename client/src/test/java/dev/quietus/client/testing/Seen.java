package dev.quietus.client.testing;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A request as the server saw it; header names are in lower case. */
public record Seen(String method, String target, Map<String, List<String>> headers, String body) {

    /** Method and target: {@code POST /v1/runs}. */
    public String call() {
        return method + " " + target;
    }

    /** The first header of that name. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name)).map(values -> values.get(0));
    }

    /** The body as an object. */
    public JsonObject json() {
        return Json.parseObject(body);
    }
}
