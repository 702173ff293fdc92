package dev.quietus.client.http;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;

/**
 * One event of a live stream.
 *
 * @param id the id to go on from after this event; empty if the server gave none so far
 * @param name what kind of event it is; {@code message} if the server named none
 * @param data the content, lines joined by line feeds
 */
public record StreamEvent(String id, String name, String data) {

    /**
     * The content as a JSON object.
     *
     * @throws QuietusProtocolException if it is something else
     */
    public JsonObject json() {
        try {
            return Json.parseObject(data);
        } catch (JsonException e) {
            throw new QuietusProtocolException(
                    "event " + name + " " + id + ": " + e.getMessage(), e);
        }
    }
}
