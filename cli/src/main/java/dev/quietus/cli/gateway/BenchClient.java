package dev.quietus.cli.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client of a model API on one kept connection, which counts bytes and looks at no more. */
final class BenchClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;
    private final String base;
    private final byte[] buffer;

    /**
     * Connects.
     *
     * @param bufferBytes how much it reads at a time
     */
    BenchClient(URI base, int bufferBytes) throws IOException {
        this.buffer = new byte[bufferBytes];
        this.socket = new Socket(InetAddress.getLoopbackAddress(), base.getPort());
        this.in = socket.getInputStream();
        this.base = base.getRawPath();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    /** Asks for so many events with a pause behind each, in a request of this size. */
    void ask(int events, long pauseMillis, int bodyBytes) throws IOException {
        ask("messages", events, pauseMillis, bodyBytes);
    }

    /** The same without pauses, in a request that is no operation. */
    void askAside(int events, int bodyBytes) throws IOException {
        ask("else", events, 0, bodyBytes);
    }

    private void ask(String what, int events, long pauseMillis, int bodyBytes) throws IOException {
        String head =
                "POST " + base + "/" + events + "/" + pauseMillis + "/v1/" + what + " HTTP/1.1\r\n"
                        + "host: 127.0.0.1\r\nx-api-key: none\r\ncontent-type: application/json\r\n"
                        + "content-length: " + bodyBytes + "\r\n\r\n";
        String start = "{\"messages\":[{\"role\":\"user\",\"content\":\"";
        String end = "\"}]}";
        String body = start + "x".repeat(bodyBytes - start.length() - end.length()) + end;
        socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads so many bytes. */
    void read(long bytes) throws IOException {
        long left = bytes;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                throw new EOFException(left + " bytes are missing");
            }
            left -= read;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
