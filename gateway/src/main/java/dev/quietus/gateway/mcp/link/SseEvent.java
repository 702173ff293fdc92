package dev.quietus.gateway.mcp.link;

/** One event of a stream of server-sent events. */
final class SseEvent {
    private final byte[] data;
    private final EventMark mark;

    SseEvent(byte[] data, EventMark mark) {
        this.data = data;
        this.mark = mark;
    }

    /** Its data; empty for an event that only marks a place. */
    byte[] data() {
        return data;
    }

    /** What it carries besides. */
    EventMark mark() {
        return mark;
    }
}
