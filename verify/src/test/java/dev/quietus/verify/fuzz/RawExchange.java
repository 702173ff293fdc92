package dev.quietus.verify.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One request as bytes on a connection of its own, and what came back. */
final class RawExchange {
    /** Longer than the server holds anything that does not ask for it. */
    private static final int PATIENCE_MS = 15_000;

    private static final int MOST = 8 << 20;

    private RawExchange() {}

    /**
     * An answer.
     *
     * @param status its status
     * @param headers by their names in lower case, the last of each
     * @param body the body; empty for a stream
     */
    record Answer(int status, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        /** The type of the body, without parameters. */
        String type() {
            return header("content-type").split(";", 2)[0];
        }
    }

    /**
     * Sends bytes, says that no more will come, and reads the first answer.
     *
     * @return empty when the connection is closed without an answer
     * @throws AssertionError when the server neither answers nor closes
     */
    static Optional<Answer> of(int port, byte[] request) throws IOException {
        boolean head =
                new String(request, StandardCharsets.ISO_8859_1).stripLeading().startsWith("HEAD ");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MS);
            try {
                socket.getOutputStream().write(request);
                socket.getOutputStream().flush();
                socket.shutdownOutput();
            } catch (SocketException closedEarly) {
                // The server may refuse and close before the last byte; its answer counts.
                return first(socket, head);
            }
            return first(socket, head);
        }
    }

    private static Optional<Answer> first(Socket socket, boolean head) throws IOException {
        try {
            return read(socket.getInputStream(), head);
        } catch (SocketTimeoutException silent) {
            throw new AssertionError("no answer and no end in " + PATIENCE_MS + " ms", silent);
        } catch (SocketException reset) {
            return Optional.empty();
        }
    }

    private static Optional<Answer> read(InputStream in, boolean head) throws IOException {
        String first = line(in);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        String[] words = first.split(" ", 3);
        if (!words[0].equals("HTTP/1.1") || words.length < 2) {
            throw new AssertionError("no status line: " + first);
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        byte[] body = head ? new byte[0] : in.readNBytes(Math.min(length, MOST));
        if (!head && body.length < Math.min(length, MOST)) {
            throw new AssertionError("the answer is cut off after " + body.length + " bytes");
        }
        return Optional.of(new Answer(Integer.parseInt(words[1]), headers, decoded(body)));
    }

    private static String decoded(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new AssertionError("the answer is not UTF-8", e);
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
