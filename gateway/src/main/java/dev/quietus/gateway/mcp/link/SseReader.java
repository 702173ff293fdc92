package dev.quietus.gateway.mcp.link;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads server-sent events (HTML standard, section 9.2) as bytes, with a bound. An event that the
 * stream ends in the middle of is none. For one thread.
 */
final class SseReader {
    private final InputStream in;
    private final int longest;
    private final byte[] buffer = new byte[16_384];
    private int at;
    private int end;
    private boolean afterReturn;
    private boolean first = true;

    SseReader(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** What was read of an event so far. */
    private static final class Parts {
        final ByteArrayOutputStream data = new ByteArrayOutputStream();
        boolean hasData;
        Optional<String> id = Optional.empty();
        OptionalLong retry = OptionalLong.empty();

        boolean isThere() {
            return hasData || id.isPresent() || retry.isPresent();
        }
    }

    /**
     * The next event that carries anything; empty at the end.
     *
     * @throws IOException if the stream breaks or an event is larger than the bound
     */
    Optional<SseEvent> next() throws IOException {
        Parts parts = new Parts();
        for (Optional<byte[]> line = line(); line.isPresent(); line = line()) {
            if (line.get().length > 0) {
                field(line.get(), parts);
            } else if (parts.isThere()) {
                return Optional.of(new SseEvent(
                        parts.data.toByteArray(), new EventMark(parts.id, parts.retry)));
            }
        }
        return Optional.empty();
    }

    private void field(byte[] line, Parts parts) throws IOException {
        int colon = 0;
        while (colon < line.length && line[colon] != ':') {
            colon++;
        }
        int from = colon + 1 < line.length && line[colon + 1] == ' ' ? colon + 2 : colon + 1;
        from = Math.min(from, line.length);
        String name = new String(line, 0, colon, StandardCharsets.UTF_8);
        switch (name) {
            case "data" -> {
                if (parts.hasData) {
                    parts.data.write('\n');
                }
                parts.hasData = true;
                parts.data.write(line, from, line.length - from);
                if (parts.data.size() > longest) {
                    throw new IOException("an event of more than " + longest + " bytes");
                }
            }
            case "id" -> {
                String id = new String(line, from, line.length - from, StandardCharsets.UTF_8);
                if (id.indexOf('\0') < 0) {
                    parts.id = Optional.of(id);
                }
            }
            case "retry" -> parts.retry = number(line, from);
            default -> {}
        }
    }

    private static OptionalLong number(byte[] line, int from) {
        String digits = new String(line, from, line.length - from, StandardCharsets.US_ASCII);
        return digits.matches("\\d{1,9}")
                ? OptionalLong.of(Long.parseLong(digits))
                : OptionalLong.empty();
    }

    /** A line without its end (CR, LF or both); empty at the end of the stream. */
    private Optional<byte[]> line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            if (at == end) {
                end = Math.max(0, in.read(buffer, 0, buffer.length));
                at = 0;
                if (end == 0) {
                    return Optional.empty();
                }
            }
            byte each = buffer[at++];
            if (each == '\n' && afterReturn) {
                afterReturn = false;
                continue;
            }
            afterReturn = each == '\r';
            if (each == '\n' || each == '\r') {
                return Optional.of(withoutMark(line.toByteArray()));
            }
            line.write(each);
            if (line.size() > longest + 100) {
                throw new IOException("an event of more than " + longest + " bytes");
            }
        }
    }

    private byte[] withoutMark(byte[] line) {
        boolean mark = first
                && line.length >= 3
                && line[0] == (byte) 0xEF
                && line[1] == (byte) 0xBB
                && line[2] == (byte) 0xBF;
        first = false;
        return mark ? java.util.Arrays.copyOfRange(line, 3, line.length) : line;
    }
}
