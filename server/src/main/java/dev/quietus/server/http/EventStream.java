package dev.quietus.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A server-sent event stream to one client (WHATWG HTML, server-sent events). Used by one thread.
 */
public final class EventStream {
    /** The longest silence after which a client that is gone goes unnoticed. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final OutputStream out;
    private final LongSupplier nanoTime;
    private long sentAt;

    /**
     * Begins a stream.
     *
     * @param out where it goes
     * @param nanoTime the time, as {@link System#nanoTime} counts it
     */
    EventStream(OutputStream out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.sentAt = nanoTime.getAsLong() - SILENCE_NANOS;
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
     * Sends a comment at the beginning and where nothing was sent for ten seconds, so that a client
     * that is gone is noticed however busy the server is otherwise.
     *
     * @throws IOException when the client is gone
     */
    public void stillThere() throws IOException {
        if (nanoTime.getAsLong() - sentAt >= SILENCE_NANOS) {
            send(": \n\n");
        }
    }

    private void send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
        sentAt = nanoTime.getAsLong();
    }
}
