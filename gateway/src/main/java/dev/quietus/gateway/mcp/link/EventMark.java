package dev.quietus.gateway.mcp.link;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an event of a stream carries besides its message, so that the stream can be taken up again.
 *
 * @param id the event's id
 * @param retryMillis how long the client is to wait before it asks again
 */
public record EventMark(Optional<String> id, OptionalLong retryMillis) {
    /** Nothing. */
    public static final EventMark NONE = new EventMark(Optional.empty(), OptionalLong.empty());

    /** Whether there is anything. */
    public boolean isThere() {
        return id.isPresent() || retryMillis.isPresent();
    }
}
