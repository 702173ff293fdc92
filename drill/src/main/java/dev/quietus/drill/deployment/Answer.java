package dev.quietus.drill.deployment;

import dev.quietus.client.json.JsonObject;

import java.util.Map;

/** What a request is answered with, or that it is not. */
sealed interface Answer {
    /**
     * An answer.
     *
     * @param status the HTTP status
     * @param contentType the type of the body
     * @param headers more headers
     * @param body the body, sent as UTF-8
     */
    record Sent(int status, String contentType, Map<String, String> headers, String body)
            implements Answer {
        Sent with(String header, String value) {
            return new Sent(status, contentType, Map.of(header, value), body);
        }

        Sent withBody(String other) {
            return new Sent(status, contentType, headers, other);
        }
    }

    /** The connection is closed without an answer. */
    record None() implements Answer {}

    /** An answer in JSON. */
    static Sent json(int status, JsonObject body) {
        return new Sent(status, "application/json", Map.of(), body.toString());
    }

    /**
     * A refusal in the form of RFC 9457.
     *
     * @param status the HTTP status
     * @param code the stable word for it
     * @param detail what was found against what was expected
     */
    static Sent problem(int status, String code, String detail) {
        JsonObject body = JsonObject.builder()
                .put("type", "about:blank")
                .put("status", status)
                .put("code", code)
                .put("detail", detail)
                .build();
        return new Sent(status, "application/problem+json", Map.of(), body.toString());
    }
}
