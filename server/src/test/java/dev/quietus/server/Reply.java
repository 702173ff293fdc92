package dev.quietus.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a server answered.
 *
 * @param status the HTTP status
 * @param headers the headers, with names in lower case
 * @param text the body
 */
public record Reply(int status, Map<String, List<String>> headers, String text) {
    private static final JsonMapper JSON = new JsonMapper();

    /** The body as JSON; a missing node when there is none. */
    public JsonNode json() {
        try {
            return text.isEmpty() ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    /** The first value of a header. */
    public Optional<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream()
                .findFirst();
    }

    /** The {@code code} of a problem document; empty when it is none. */
    public String code() {
        boolean problem = header("Content-Type")
                .filter("application/problem+json"::equals)
                .isPresent();
        return problem ? json().path("code").asText() : "";
    }

    /** The {@code detail} of a problem document. */
    public String detail() {
        return json().path("detail").asText();
    }

    /** A member of the document, as text. */
    public String value(String name) {
        return json().path(name).asText();
    }
}
