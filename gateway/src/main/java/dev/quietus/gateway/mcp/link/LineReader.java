package dev.quietus.gateway.mcp.link;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads a stream line by line, with a bound. A line without an end is no line: who ends in the
 * middle of a message has not sent it. For one thread.
 */
public final class LineReader {
    private static final int CHUNK = 65_536;

    private final InputStream in;
    private final int longest;
    private final byte[] buffer = new byte[CHUNK];
    private int at;
    private int end;

    /**
     * Reads from here.
     *
     * @param longest the most bytes of a line
     */
    public LineReader(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** A line that is longer than allowed; what follows can still be read. */
    public static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(int longest) {
            super("a line of more than " + longest + " bytes");
        }
    }

    /**
     * The next line without its end; empty at the end of the stream.
     *
     * @throws TooLongException after the whole of a line that is too long was passed over
     */
    public Optional<byte[]> next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean tooLong = false;
        while (true) {
            if (at == end && !fill()) {
                return Optional.empty();
            }
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            tooLong |= (long) line.size() + at - from > longest;
            if (tooLong) {
                line = new ByteArrayOutputStream(0);
            } else {
                line.write(buffer, from, at - from);
            }
            if (at < end) {
                at++;
                if (tooLong) {
                    throw new TooLongException(longest);
                }
                return Optional.of(line.toByteArray());
            }
        }
    }

    private boolean fill() throws IOException {
        int count = in.read(buffer, 0, CHUNK);
        at = 0;
        end = Math.max(count, 0);
        return count > 0;
    }
}
