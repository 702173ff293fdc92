package dev.quietus.client.stop;

import dev.quietus.client.wire.HttpReply;
import dev.quietus.client.wire.HttpReplyReader;
import dev.quietus.client.wire.TimedInput;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** One request and its answer over a connected socket, all of it over by a given time. */
final class StopExchange {

    /** More than a stop needs, less than any system's send buffer: writing it never waits. */
    private static final int WRITTEN_AT_ONCE = 8 * 1024;

    private static final int MAX_BODY_BYTES = 1024 * 1024;

    private StopExchange() {}

    static HttpReply over(Socket socket, byte[] request, long limitNanos) throws IOException {
        return request.length <= WRITTEN_AT_ONCE
                ? exchange(socket, request, limitNanos)
                : GuardedExchange.over(socket, request, limitNanos);
    }

    static HttpReply exchange(Socket socket, byte[] request, long limitNanos) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(request);
        out.flush();
        TimedInput in = new TimedInput(socket, limitNanos);
        return new HttpReplyReader(new BufferedInputStream(in), MAX_BODY_BYTES).read();
    }
}
