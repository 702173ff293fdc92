package dev.quietus.gateway.model.dialect;

import dev.quietus.client.json.CanonicalJson;
import dev.quietus.client.json.JsonNull;
import dev.quietus.client.json.JsonObject;

import java.nio.charset.StandardCharsets;

/**
 * An answer of the gateway's own, said as the dialect says errors.
 *
 * @param kind why
 * @param words what it says to people; ends with what to do next
 */
public record Refusal(Kind kind, String words) {

    /** Why a request is not carried out. */
    public enum Kind {
        /** Authority said no; final, so that agents give up and do not ask again. */
        NO_AUTHORITY(0, "permission_error", "PERMISSION_DENIED"),
        /** The yes could not be recorded. */
        NOT_RECORDED(503, "api_error", "UNAVAILABLE"),
        /** The upstream is not there, or does not speak HTTP. */
        UPSTREAM(502, "api_error", "UNAVAILABLE"),
        /** Too much at the same time. */
        BUSY(503, "overloaded_error", "UNAVAILABLE"),
        /** The request is not sound. */
        BAD_REQUEST(400, "invalid_request_error", "INVALID_ARGUMENT"),
        /** The request did not come. */
        TIMEOUT(408, "timeout_error", "DEADLINE_EXCEEDED"),
        /** Too large. */
        TOO_LARGE(413, "request_too_large", "INVALID_ARGUMENT"),
        /** A web socket is asked for. */
        UPGRADE(426, "invalid_request_error", "FAILED_PRECONDITION");

        private final int status;
        private final String type;
        private final String geminiStatus;

        Kind(int status, String type, String geminiStatus) {
            this.status = status;
            this.type = type;
            this.geminiStatus = geminiStatus;
        }
    }

    /** The status that the agents of this dialect take as final, or the kind's own. */
    public int status(Dialect dialect) {
        if (kind != Kind.NO_AUTHORITY) {
            return kind.status;
        }
        // Measured: 403 is tried again by agents that speak Responses, 400 by none of them; 400 is
        // tried again by agents that speak Messages, 403 by none of them.
        return dialect == Dialect.RESPONSES ? 400 : 403;
    }

    /** The body. */
    public byte[] body(Dialect dialect) {
        return CanonicalJson.text(json(dialect)).getBytes(StandardCharsets.UTF_8);
    }

    JsonObject json(Dialect dialect) {
        return switch (dialect) {
            case ANTHROPIC ->
                JsonObject.builder()
                        .put("type", "error")
                        .put(
                                "error",
                                JsonObject.builder()
                                        .put("type", kind.type)
                                        .put("message", words)
                                        .build())
                        .build();
            case RESPONSES, CHAT ->
                JsonObject.builder().put("error", openAiError()).build();
            case GEMINI ->
                JsonObject.builder()
                        .put(
                                "error",
                                JsonObject.builder()
                                        .put("code", status(dialect))
                                        .put("message", words)
                                        .put("status", kind.geminiStatus)
                                        .build())
                        .build();
        };
    }

    private JsonObject openAiError() {
        boolean last = kind == Kind.NO_AUTHORITY;
        return JsonObject.builder()
                .put("message", words)
                .put("type", last ? "invalid_request_error" : kind.type)
                .put("param", JsonNull.INSTANCE)
                .put("code", last ? "invalid_prompt" : "quietus")
                .build();
    }
}
