package dev.quietus.drill.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A caller that costs next to nothing itself, so that the figures are the server's: HTTP/1.1 over
 * one connection that is kept. Used by one thread.
 */
final class WireCaller implements AutoCloseable {
    private static final int READ_LIMIT_MS = 60_000;
    private static final int MOST_BYTES = 8 << 20;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String head;

    WireCaller(URI server, String token) throws IOException {
        socket = new Socket(server.getHost(), server.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(READ_LIMIT_MS);
        in = new BufferedInputStream(socket.getInputStream(), 8_192);
        out = socket.getOutputStream();
        head = " HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\nAuthorization: Bearer " + token
                + "\r\nContent-Type: application/json\r\nContent-Length: ";
    }

    /**
     * Makes a call.
     *
     * @return the body of the answer
     * @throws IOException when the answer is not of {@code expected} status
     */
    String post(String path, String body, int expected) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        out.write(("POST " + path + head + bytes.length + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8));
        out.flush();
        int status = Integer.parseInt(line().substring(9, 12));
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
        if (length > MOST_BYTES) {
            throw new IOException("an answer of " + length + " bytes");
        }
        String answer = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        if (status != expected) {
            throw new IOException("POST " + path + " answered " + status + ": " + answer);
        }
        return answer;
    }

    private String line() throws IOException {
        StringBuilder text = new StringBuilder(80);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || text.length() > 10_000) {
                throw new IOException("the connection ended inside an answer");
            }
            if (c != '\r') {
                text.append((char) c);
            }
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
