package dev.quietus.gateway.model.dialect;

import dev.quietus.client.json.CanonicalJson;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonNull;
import dev.quietus.client.json.JsonObject;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The last words of a stream that is ended in the middle: an error of the dialect's own form, one
 * that its agents take as final (measured; another form makes them ask again).
 */
public final class StreamEnd {

    private StreamEnd() {}

    /**
     * As server-sent events.
     *
     * @param midEvent whether an event is open that has to be closed first
     * @param responseId the API's id of the answer; empty if it is not known
     * @param sequence the number of the last event, where they are numbered; else -1
     */
    public static byte[] events(
            Dialect dialect, Refusal why, boolean midEvent, String responseId, long sequence) {
        StringBuilder text = new StringBuilder(midEvent ? "\n\n" : "");
        String end = dialect == Dialect.GEMINI ? "\r\n\r\n" : "\n\n";
        switch (dialect) {
            case ANTHROPIC -> text.append("event: error\n");
            case RESPONSES -> text.append("event: response.failed\n");
            case CHAT, GEMINI -> {}
        }
        JsonObject data = dialect == Dialect.RESPONSES
                ? failedResponse(why, responseId, sequence + 1)
                : why.json(dialect);
        text.append("data: ").append(CanonicalJson.text(data)).append(end);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * As the last element of a JSON array that grows.
     *
     * @param before what has to stand before one more element
     */
    public static byte[] element(Dialect dialect, Refusal why, String before) {
        String text = before + CanonicalJson.text(why.json(dialect)) + "]";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static JsonObject failedResponse(Refusal why, String responseId, long sequence) {
        JsonObject error = JsonObject.builder()
                .put("code", "invalid_prompt")
                .put("message", why.words())
                .build();
        JsonObject response = JsonObject.builder()
                .put("id", responseId.isEmpty() ? "resp_quietus" : responseId)
                .put("object", "response")
                .put("created_at", Instant.now().getEpochSecond())
                .put("status", "failed")
                .put("error", error)
                .put("incomplete_details", JsonNull.INSTANCE)
                .put("output", JsonArray.empty())
                .put("usage", JsonNull.INSTANCE)
                .build();
        return JsonObject.builder()
                .put("type", "response.failed")
                .put("sequence_number", sequence)
                .put("response", response)
                .build();
    }
}
