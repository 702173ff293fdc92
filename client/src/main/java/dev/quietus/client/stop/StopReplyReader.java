package dev.quietus.client.stop;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads one HTTP/1.1 answer (RFC 9112): by chunks, by length, or to the end of the connection. The
 * head is bounded at 64 KiB, the body at 1 MiB; a body that ends early is an error.
 */
final class StopReplyReader {

    static final int MAX_BODY_BYTES = 1024 * 1024;

    private static final int MAX_HEAD_BYTES = 64 * 1024;
    private static final int MAX_INTERIM_ANSWERS = 8;
    private static final int UNTIL_END = -1;
    private static final int CHUNKED = -2;

    private final InputStream in;
    private int headBytes;

    StopReplyReader(InputStream raw) {
        this.in = new BufferedInputStream(raw);
    }

    StopReply read() throws IOException {
        for (int i = 0; i < MAX_INTERIM_ANSWERS; i++) {
            int status = status(line());
            int framing = headers();
            if (status < 100 || status > 199) {
                return new StopReply(status, body(status, framing));
            }
        }
        throw new IOException("not an HTTP answer: interim answers without end");
    }

    private static int status(String line) throws IOException {
        boolean shaped = line.startsWith("HTTP/1.")
                && line.length() >= 12
                && line.charAt(8) == ' '
                && (line.length() == 12 || line.charAt(12) == ' ');
        int status = shaped ? number(line.substring(9, 12), 10, 3) : UNTIL_END;
        if (status < 100) {
            throw new IOException("not an HTTP answer");
        }
        return status;
    }

    /** Reads the header section and returns the body's length, or how else it ends. */
    private int headers() throws IOException {
        int framing = UNTIL_END;
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("not an HTTP answer: a header line without a colon");
            }
            String name = line.substring(0, colon);
            String value = line.substring(colon + 1).strip();
            if (name.equalsIgnoreCase("Transfer-Encoding")) {
                if (!value.equalsIgnoreCase("chunked")) {
                    throw new IOException("transfer encoding not understood: ".concat(value));
                }
                framing = CHUNKED;
            } else if (name.equalsIgnoreCase("Content-Length") && framing != CHUNKED) {
                // RFC 9112, section 6.3: with both, the chunks decide; two lengths are an error.
                int length = contentLength(value);
                if (framing != UNTIL_END && framing != length) {
                    throw new IOException("not an HTTP answer: two content lengths");
                }
                framing = length;
            }
        }
        return framing;
    }

    private static int contentLength(String value) throws IOException {
        int length = number(value, 10, 9);
        if (length < 0) {
            throw new IOException("content length not understood: ".concat(value));
        }
        requireRoom(length, 0);
        return length;
    }

    private byte[] body(int status, int framing) throws IOException {
        if (status == 204 || status == 304) {
            return new byte[0];
        }
        if (framing == UNTIL_END) {
            return readToEnd(in);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (framing != CHUNKED) {
            copy(framing, body);
            return body.toByteArray();
        }
        while (true) {
            String size = line();
            int extension = size.indexOf(';');
            int length =
                    number((extension < 0 ? size : size.substring(0, extension)).strip(), 16, 7);
            if (length < 0) {
                throw new IOException("chunk size not understood");
            }
            if (length == 0) {
                // Trailers are read and dropped, so that a cut-off answer is told from a whole one.
                while (!line().isEmpty()) {}
                return body.toByteArray();
            }
            copy(length, body);
            if (!line().isEmpty()) {
                throw new IOException("chunk longer than its size");
            }
        }
    }

    private void copy(int length, ByteArrayOutputStream body) throws IOException {
        requireRoom(length, body.size());
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("connection closed within the answer");
        }
        body.write(bytes, 0, length);
    }

    /** Everything up to the end of the stream. */
    static byte[] readToEnd(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BODY_BYTES + 1);
        requireRoom(bytes.length, 0);
        return bytes;
    }

    private static void requireRoom(int more, int before) throws IOException {
        if (more > MAX_BODY_BYTES - before) {
            throw new IOException("an answer of more than 1 MiB");
        }
    }

    /** A line of the head without its end; CR LF or a bare LF (RFC 9112, section 2.2). */
    private String line() throws IOException {
        StringBuilder line = new StringBuilder(80);
        while (true) {
            int unit = in.read();
            if (unit < 0) {
                throw new EOFException("connection closed before the answer was complete");
            }
            if (++headBytes > MAX_HEAD_BYTES) {
                throw new IOException("an answer with a head of more than 64 KiB");
            }
            if (unit == '\n') {
                int length = line.length();
                if (length > 0 && line.charAt(length - 1) == '\r') {
                    line.setLength(length - 1);
                }
                return line.toString();
            }
            line.append((char) unit);
        }
    }

    /** A number without sign in at most so many digits, or -1. */
    private static int number(String text, int radix, int mostDigits) {
        if (text.isEmpty() || text.length() > mostDigits) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            int digit = unit > 'f' ? -1 : Character.digit(unit, radix);
            if (digit < 0) {
                return -1;
            }
            number = number * radix + digit;
        }
        return number;
    }
}
