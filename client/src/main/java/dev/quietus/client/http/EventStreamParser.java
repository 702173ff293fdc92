package dev.quietus.client.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/**
 * The event stream format of the WHATWG HTML standard (section 9.2, "Parsing an event stream"), fed
 * byte by byte, with a bound on a line and on an event. One parser serves one connection.
 */
final class EventStreamParser {

    static final int MAX_LINE_BYTES = 1024 * 1024;
    static final int MAX_EVENT_CHARS = 4 * 1024 * 1024;

    private static final String DEFAULT_NAME = "message";
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Queue<StreamEvent> events = new ArrayDeque<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private boolean firstLine = true;
    private boolean afterCarriageReturn;
    private String name = "";
    private String idBuffer;
    private String lastEventId;
    private Optional<Duration> retry = Optional.empty();

    EventStreamParser(String lastEventId) {
        this.idBuffer = lastEventId;
        this.lastEventId = lastEventId;
    }

    /** Events completed so far, to be polled by the caller. */
    Queue<StreamEvent> events() {
        return events;
    }

    /** The id to reconnect with. */
    String lastEventId() {
        return lastEventId;
    }

    /** The pause before reconnecting that the server asked for. */
    Optional<Duration> retry() {
        return retry;
    }

    /**
     * Takes more bytes; they may end anywhere, also within a character.
     *
     * @throws QuietusProtocolException if a line or an event is over its bound
     */
    void feed(byte[] bytes) {
        for (byte unit : bytes) {
            if (unit == '\n' && afterCarriageReturn) {
                afterCarriageReturn = false;
                continue;
            }
            afterCarriageReturn = unit == '\r';
            if (unit == '\r' || unit == '\n') {
                endLine();
            } else if (line.size() == MAX_LINE_BYTES) {
                throw new QuietusProtocolException(
                        "live stream: a line of more than " + MAX_LINE_BYTES + " bytes");
            } else {
                line.write(unit);
            }
        }
    }

    private void endLine() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (firstLine && text.startsWith(BYTE_ORDER_MARK)) {
            text = text.substring(1);
        }
        firstLine = false;
        if (text.isEmpty()) {
            dispatch();
            return;
        }
        int colon = text.indexOf(':');
        if (colon == 0) {
            return;
        }
        if (colon < 0) {
            field(text, "");
        } else {
            int start = text.startsWith(" ", colon + 1) ? colon + 2 : colon + 1;
            field(text.substring(0, colon), text.substring(start));
        }
    }

    private void field(String field, String value) {
        switch (field) {
            case "event" -> name = value;
            case "data" -> addData(value);
            case "id" -> {
                if (value.indexOf('\0') < 0) {
                    idBuffer = value;
                }
            }
            case "retry" -> {
                if (!value.isEmpty()
                        && value.length() <= 9
                        && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                    retry = Optional.of(Duration.ofMillis(Long.parseLong(value)));
                }
            }
            default -> {
                // The standard says: an unknown field is ignored.
            }
        }
    }

    private void addData(String value) {
        if (data.length() + value.length() + 1 > MAX_EVENT_CHARS) {
            throw new QuietusProtocolException(
                    "live stream: an event of more than " + MAX_EVENT_CHARS + " characters");
        }
        data.append(value).append('\n');
    }

    private void dispatch() {
        lastEventId = idBuffer;
        if (!data.isEmpty()) {
            String content = data.substring(0, data.length() - 1);
            events.add(new StreamEvent(lastEventId, name.isEmpty() ? DEFAULT_NAME : name, content));
        }
        data.setLength(0);
        name = "";
    }
}
