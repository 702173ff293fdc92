package dev.quietus.client.stop;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** One request and its answer over a connected socket, all of it over by a given time. */
final class StopExchange {

    /** More than a stop needs, less than any system's send buffer: writing it never waits. */
    private static final int WRITTEN_AT_ONCE = 8 * 1024;

    private StopExchange() {}

    static StopReply over(Socket socket, byte[] request, long limitNanos) throws IOException {
        return request.length <= WRITTEN_AT_ONCE
                ? exchange(socket, request, limitNanos)
                : GuardedExchange.over(socket, request, limitNanos);
    }

    static StopReply exchange(Socket socket, byte[] request, long limitNanos) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(request);
        out.flush();
        return new StopReplyReader(new TimedInput(socket, limitNanos)).read();
    }

    /** A socket's input, all reads of which together end at one time. */
    private static final class TimedInput extends InputStream {

        private final Socket socket;
        private final InputStream in;
        private final long limitNanos;

        TimedInput(Socket socket, long limitNanos) throws IOException {
            this.socket = socket;
            this.in = socket.getInputStream();
            this.limitNanos = limitNanos;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            long left = (limitNanos - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new SocketTimeoutException("Read: the time is over");
            }
            socket.setSoTimeout((int) left);
            return in.read(buffer, offset, length);
        }
    }
}
