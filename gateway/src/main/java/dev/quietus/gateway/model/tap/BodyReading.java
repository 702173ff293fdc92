package dev.quietus.gateway.model.tap;

import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.gateway.model.wire.BodyTap;
import dev.quietus.gateway.model.wire.Headers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads along with one body, packed or not, and knows where a stream stands. For one thread; what
 * {@link #betweenEvents} says may be asked by any.
 */
public final class BodyReading implements BodyTap, AutoCloseable {

    /** What a body is, as far as it is to be ended early. */
    public enum Form {
        /** Server-sent events. */
        EVENTS,
        /** A JSON array that grows. */
        ARRAY,
        /** One JSON text, or something that is not read. */
        WHOLE
    }

    private static final List<String> PACKED = List.of("gzip", "x-gzip", "deflate");

    private final Form form;
    private final JsonWalk json;
    private final @Nullable EventWalk events;
    private final @Nullable Unpacking unpacking;
    private final boolean readable;
    private volatile boolean between = true;

    private BodyReading(
            Dialect dialect, Headers headers, TrafficNotes notes, boolean request, boolean array) {
        String type = headers.first("content-type").orElse("").toLowerCase(Locale.ROOT);
        List<String> codings = headers.tokens("content-encoding").stream()
                .filter(coding -> !coding.equals("identity"))
                .toList();
        boolean streamed = !request && type.startsWith("text/event-stream");
        this.form = streamed
                ? Form.EVENTS
                : array && type.startsWith("application/json") ? Form.ARRAY : Form.WHOLE;
        this.json = new JsonWalk(DialectReading.of(dialect, notes, request));
        this.events = streamed ? new EventWalk(json, notes) : null;
        this.unpacking = codings.size() == 1 && PACKED.contains(codings.getFirst())
                ? new Unpacking(!codings.getFirst().equals("deflate"), this::content)
                : null;
        this.readable = (codings.isEmpty() || unpacking != null)
                && (streamed || request || type.contains("json"));
    }

    /** The codings in which a body can be read, and ended early, besides the plain one. */
    public static List<String> codings() {
        return PACKED;
    }

    /** Reads along with a request. */
    public static BodyReading ofRequest(Dialect dialect, Headers headers, TrafficNotes notes) {
        return new BodyReading(dialect, headers, notes, true, false);
    }

    /**
     * Reads along with an answer.
     *
     * @param array whether JSON in it is a stream of elements
     */
    public static BodyReading ofAnswer(
            Dialect dialect, Headers headers, TrafficNotes notes, boolean array) {
        return new BodyReading(dialect, headers, notes, false, array);
    }

    @Override
    public void see(byte[] bytes, int from, int count) {
        if (!readable) {
            return;
        }
        if (unpacking != null) {
            unpacking.see(bytes, from, count);
        } else {
            content(bytes, from, count);
        }
        between = switch (form) {
            case EVENTS -> events != null && events.betweenEvents();
            case ARRAY -> json.betweenElements();
            case WHOLE -> false;
        };
    }

    private void content(byte[] bytes, int from, int count) {
        if (events != null) {
            events.see(bytes, from, count);
        } else {
            json.see(bytes, from, count);
        }
    }

    /** What it is. */
    public Form form() {
        return form;
    }

    /** Whether what is in it can be read. */
    public boolean isReadable() {
        return readable;
    }

    /** Whether a stream stands between two events or elements, so that its last one is whole. */
    public boolean betweenEvents() {
        return between;
    }

    /** What has to stand before one more element of an array that grows. */
    public String beforeElement() {
        return json.depth() == 0 ? "[" : json.behindElement() ? ",\n" : "";
    }

    /**
     * These last words as they have to stand at the end of the body, with its packing ended.
     *
     * @return empty if nothing can be put behind what has gone
     */
    public Optional<byte[]> asEnd(byte[] words) {
        if (!readable) {
            return Optional.empty();
        }
        return unpacking == null ? Optional.of(words) : unpacking.end(words);
    }

    @Override
    public void close() {
        if (unpacking != null) {
            unpacking.close();
        }
    }
}
