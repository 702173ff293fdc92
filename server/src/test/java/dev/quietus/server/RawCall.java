package dev.quietus.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One connection to a server on which a test writes what it likes, byte for byte. */
public final class RawCall implements AutoCloseable {
    private static final int PATIENCE_MS = 20_000;
    private static final int MOST = 1 << 20;

    private final Socket socket;

    private RawCall(Socket socket) {
        this.socket = socket;
    }

    /** Connects. */
    public static RawCall to(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MS);
        return new RawCall(socket);
    }

    /** The head of a request, without the empty line at its end. */
    public static String head(String method, String target, String token, String... headers) {
        StringBuilder text =
                new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        if (!token.isEmpty()) {
            text.append("Authorization: Bearer ").append(token).append("\r\n");
        }
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return text.toString();
    }

    /** Writes text, one byte for each character. */
    public RawCall write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** What comes back. */
    public InputStream in() throws IOException {
        return socket.getInputStream();
    }

    /** Says that nothing more is sent. */
    public RawCall end() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Reads one line without its end; empty at the end of the stream. */
    public Optional<String> line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return line.size() == 0
                        ? Optional.empty()
                        : Optional.of(line.toString(StandardCharsets.UTF_8));
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8));
    }

    /** Reads a whole answer of known length; empty when the connection is closed without one. */
    public Optional<Reply> reply() throws IOException {
        Optional<Reply> head = replyHead();
        return head.isEmpty() ? head : Optional.of(bodyOf(head.get()));
    }

    /** Reads the body that belongs to a head. */
    public Reply bodyOf(Reply head) throws IOException {
        int length = head.header("Content-Length").map(Integer::parseInt).orElse(0);
        byte[] body = socket.getInputStream().readNBytes(Math.min(length, MOST));
        return new Reply(head.status(), head.headers(), new String(body, StandardCharsets.UTF_8));
    }

    /** Reads the head of an answer; its text is empty. */
    public Optional<Reply> replyHead() throws IOException {
        Optional<String> first = line();
        if (first.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String line = line().orElse(""); !line.isEmpty(); line = line().orElse("")) {
            int colon = line.indexOf(':');
            headers.computeIfAbsent(
                            line.substring(0, colon).toLowerCase(Locale.ROOT),
                            missing -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return Optional.of(new Reply(Integer.parseInt(first.get().split(" ", 3)[1]), headers, ""));
    }

    /**
     * What a stream in chunks still brings until its end; fails when it does not end for a while.
     */
    public String streamToItsEnd() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            if (line.get().equals("0")) {
                return text.toString();
            }
            text.append(line.get()).append('\n');
        }
        return text.toString();
    }

    /** What still came before the other side closed; empty when it has not closed for a while. */
    public Optional<String> restIfClosed() {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        try {
            InputStream in = socket.getInputStream();
            for (int c = in.read(); c >= 0; c = in.read()) {
                rest.write(c);
            }
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        } catch (IOException e) {
            // A reset is a way to close, too.
            return Optional.of(rest.toString(StandardCharsets.UTF_8));
        }
        return Optional.of(rest.toString(StandardCharsets.UTF_8));
    }

    /** Breaks the connection off, so that the other side's next write fails. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
