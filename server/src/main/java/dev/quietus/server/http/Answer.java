package dev.quietus.server.http;

import com.sun.net.httpserver.HttpExchange;

import java.io.IOException;
import java.util.Map;

/** What a handler gives back. */
public sealed interface Answer {
    /**
     * A JSON document.
     *
     * @param status the HTTP status
     * @param body maps, lists, strings, numbers and booleans
     */
    record Document(int status, Object body) implements Answer {}

    /**
     * Text of another type.
     *
     * @param status the HTTP status
     * @param type the content type
     * @param text the body
     */
    record Text(int status, String type, String text) implements Answer {}

    /** Nothing to say: 204. */
    record Nothing() implements Answer {}

    /**
     * A stream that the handler writes by itself until it ends or the client is gone.
     *
     * @param writer writes events
     */
    record Stream(StreamWriter writer) implements Answer {}

    /** Writes a stream. */
    @FunctionalInterface
    interface StreamWriter {
        /** Writes until done; an {@link IOException} means that the client is gone. */
        void write(EventStream stream) throws IOException, InterruptedException;
    }

    /** 200 with a document. */
    static Answer ok(Map<String, Object> body) {
        return new Document(200, body);
    }

    /** Sends nothing by itself; named so that the import stays in one place. */
    static boolean committed(HttpExchange exchange) {
        return exchange.getResponseCode() != -1;
    }
}
