package dev.quietus.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A server-sent event stream to one client (WHATWG HTML, server-sent events). Used by one thread.
 */
public final class EventStream {
    private final OutputStream out;

    EventStream(OutputStream out) {
        this.out = out;
    }

    /**
     * Sends one event.
     *
     * @param id the position to resume from
     * @param type the event's name
     * @param data a document; written on one line
     * @throws IOException when the client is gone
     */
    public void event(String id, String type, Object data) throws IOException {
        send("id: " + id + "\nevent: " + type + "\ndata: " + Json.text(data) + "\n\n");
    }

    /**
     * Sends a comment, so that a client that is gone is noticed.
     *
     * @throws IOException when the client is gone
     */
    public void stillThere() throws IOException {
        send(": \n\n");
    }

    private void send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
