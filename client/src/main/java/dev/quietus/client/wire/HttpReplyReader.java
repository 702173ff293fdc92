package dev.quietus.client.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads one HTTP/1.1 answer (RFC 9112): by chunks, by length, or to the end of the connection. The
 * head is bounded at 64 KiB, the body by its reader; a body that ends early is an error. Not
 * thread-safe.
 */
public final class HttpReplyReader {

    private static final int MAX_HEAD_BYTES = 64 * 1024;
    private static final int MAX_INTERIM_ANSWERS = 8;
    private static final int UNTIL_END = -1;
    private static final int CHUNKED = -2;

    private final InputStream in;
    private final int maxBodyBytes;
    private int headBytes;
    private Optional<String> retryAfter = Optional.empty();
    private boolean closes;

    /**
     * A reader of the next answer there.
     *
     * @param in buffered, for it is read byte by byte; bytes behind the answer stay there
     * @param maxBodyBytes the most bytes of the body
     */
    public HttpReplyReader(InputStream in, int maxBodyBytes) {
        this.in = in;
        this.maxBodyBytes = maxBodyBytes;
    }

    /**
     * Reads the answer; answers in between (1xx) are passed over.
     *
     * @throws TooLargeException if its body is larger than the bound
     * @throws IOException if it is no HTTP answer, or ends early
     */
    public HttpReply read() throws IOException {
        for (int i = 0; i < MAX_INTERIM_ANSWERS; i++) {
            retryAfter = Optional.empty();
            String line = line();
            int status = status(line);
            // Up to HTTP/1.0 a connection carries one request, unless both ends say otherwise.
            closes = line.startsWith("HTTP/1.0");
            int framing = headers();
            if (status < 100 || status > 199) {
                byte[] body = body(status, framing);
                return new HttpReply(status, body, retryAfter, !closes);
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
                closes |= framing >= 0;
                framing = CHUNKED;
            } else if (name.equalsIgnoreCase("Content-Length")) {
                framing = framing(framing, contentLength(value));
            } else if (name.equalsIgnoreCase("Connection")) {
                closes |= namesClose(value);
            } else if (name.equalsIgnoreCase("Retry-After")) {
                retryAfter = Optional.of(value);
            }
        }
        return framing;
    }

    /**
     * RFC 9112, section 6.3: with both, the chunks decide, and the connection is not to be used
     * again; two lengths are an error.
     */
    private int framing(int before, int length) throws IOException {
        if (before == CHUNKED) {
            closes = true;
            return CHUNKED;
        }
        if (before != UNTIL_END && before != length) {
            throw new IOException("not an HTTP answer: two content lengths");
        }
        return length;
    }

    /** Whether {@code close} is among the options of a list (RFC 9110, section 7.6.1). */
    private static boolean namesClose(String options) {
        for (String option : options.split(",", -1)) {
            if (option.strip().equalsIgnoreCase("close")) {
                return true;
            }
        }
        return false;
    }

    private int contentLength(String value) throws IOException {
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
            closes = true;
            return readToEnd();
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (framing != CHUNKED) {
            copy(framing, body);
            return body.toByteArray();
        }
        while (true) {
            headBytes = 0;
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

    private byte[] readToEnd() throws IOException {
        byte[] bytes = in.readNBytes(maxBodyBytes);
        if (bytes.length == maxBodyBytes && in.read() >= 0) {
            throw new TooLargeException(maxBodyBytes);
        }
        return bytes;
    }

    private void requireRoom(int more, int before) throws TooLargeException {
        if (more > maxBodyBytes - before) {
            throw new TooLargeException(maxBodyBytes);
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
