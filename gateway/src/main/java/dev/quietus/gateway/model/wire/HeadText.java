package dev.quietus.gateway.model.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Heads as they stand on the wire. Strict (RFC 9112, 2 to 5): lines end with CR LF, no line is
 * folded, no name has white space behind it, no control character is in a value.
 */
public final class HeadText {
    /** The longest head. */
    public static final int MOST_BYTES = 48 * 1024;

    private static final int MOST_LINES = 500;
    private static final String MARKS = "!#$%&'*+-.^_`|~";

    private HeadText() {}

    /**
     * Reads the head of a request.
     *
     * @return empty if the other side ended before the first byte
     * @throws BadMessageException if it is not one, or too large
     */
    public static Optional<RequestHead> request(ByteSource from) throws IOException {
        skipEmptyLine(from);
        Optional<List<String>> lines = lines(from);
        return lines.isEmpty() ? Optional.empty() : Optional.of(request(lines.get()));
    }

    /**
     * Reads the head of an answer.
     *
     * @return empty if the other side ended before the first byte
     * @throws BadMessageException if it is not one, or too large
     */
    public static Optional<ResponseHead> response(ByteSource from) throws IOException {
        Optional<List<String>> lines = lines(from);
        return lines.isEmpty() ? Optional.empty() : Optional.of(response(lines.get()));
    }

    private static void skipEmptyLine(ByteSource from) throws IOException {
        while (from.available() < 2) {
            if (!from.fill()) {
                return;
            }
        }
        if (from.bytes[from.start] == '\r' && from.bytes[from.start + 1] == '\n') {
            from.start += 2;
        }
    }

    private static Optional<List<String>> lines(ByteSource from) throws IOException {
        List<String> lines = new ArrayList<>(24);
        int taken = 0;
        int seen = 0;
        while (true) {
            int lineEnd = endOfLine(from, seen);
            if (lineEnd < 0) {
                seen = from.available();
                more(from, taken == 0 && seen == 0, taken + seen);
                if (from.available() == seen) {
                    return Optional.empty();
                }
                continue;
            }
            int length = lineEnd - from.start;
            String line = text(from, length);
            from.start = lineEnd + 2;
            taken += length + 2;
            seen = 0;
            check(taken, lines.size());
            if (line.isEmpty()) {
                return Optional.of(lines);
            }
            lines.add(line);
        }
    }

    private static void check(int bytes, int lines) throws BadMessageException {
        if (bytes > MOST_BYTES || lines > MOST_LINES) {
            throw new BadMessageException(431, "the head has more than " + MOST_BYTES + " bytes");
        }
    }

    private static void more(ByteSource from, boolean first, int bytes) throws IOException {
        check(bytes, 0);
        if (!from.fill() && !first) {
            throw new TruncatedException("the head ends in the middle");
        }
    }

    /** Where the CR of the next line's end is; -1 if it has not come. */
    private static int endOfLine(ByteSource from, int seen) throws BadMessageException {
        byte[] bytes = from.bytes;
        for (int i = from.start + seen; i < from.end; i++) {
            byte unit = bytes[i];
            if (unit == '\n') {
                if (i == from.start || bytes[i - 1] != '\r') {
                    throw new BadMessageException(400, "a line ends with LF alone");
                }
                return i - 1;
            }
            boolean lone = i > from.start && bytes[i - 1] == '\r';
            if (lone || unit == 0x7F || unit >= 0 && unit < ' ' && unit != '\r' && unit != '\t') {
                throw new BadMessageException(400, "a control character in the head");
            }
        }
        return -1;
    }

    private static String text(ByteSource from, int length) {
        return new String(from.bytes, from.start, length, StandardCharsets.ISO_8859_1);
    }

    private static RequestHead request(List<String> lines) throws BadMessageException {
        String line = lines.isEmpty() ? "" : lines.getFirst();
        int method = line.indexOf(' ');
        int target = line.lastIndexOf(' ');
        if (method <= 0 || target <= method + 1 || !isToken(line.substring(0, method))) {
            throw new BadMessageException(400, "the first line is not a request");
        }
        String version = line.substring(target + 1);
        if (!version.equals("HTTP/1.1")) {
            throw new BadMessageException(505, "only HTTP/1.1 is spoken here");
        }
        return new RequestHead(
                line.substring(0, method), line.substring(method + 1, target), headers(lines));
    }

    private static ResponseHead response(List<String> lines) throws BadMessageException {
        String line = lines.isEmpty() ? "" : lines.getFirst();
        boolean old = line.startsWith("HTTP/1.0 ");
        boolean sound = (old || line.startsWith("HTTP/1.1 "))
                && line.length() >= 12
                && line.charAt(9) >= '1'
                && line.charAt(9) <= '5'
                && isDigit(line.charAt(10))
                && isDigit(line.charAt(11))
                && (line.length() == 12 || line.charAt(12) == ' ');
        if (!sound) {
            throw new BadMessageException(502, "the first line is not an HTTP answer");
        }
        return new ResponseHead(line, Integer.parseInt(line.substring(9, 12)), old, headers(lines));
    }

    private static boolean isDigit(char unit) {
        return unit >= '0' && unit <= '9';
    }

    private static Headers headers(List<String> lines) throws BadMessageException {
        List<HeaderLine> headers = new ArrayList<>(lines.size());
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            if (colon <= 0 || !isToken(line.substring(0, colon))) {
                throw new BadMessageException(400, "a header line without a sound name");
            }
            headers.add(new HeaderLine(line.substring(0, colon), trimmed(line, colon + 1), line));
        }
        return new Headers(headers);
    }

    private static String trimmed(String line, int from) {
        int start = from;
        int end = line.length();
        while (start < end && isBlank(line.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(start, end);
    }

    private static boolean isBlank(char unit) {
        return unit == ' ' || unit == '\t';
    }

    private static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            boolean letter = unit >= 'a' && unit <= 'z' || unit >= 'A' && unit <= 'Z';
            if (!letter && !isDigit(unit) && MARKS.indexOf(unit) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    static String closed(StringBuilder text, Headers headers) {
        for (HeaderLine line : headers.lines()) {
            text.append(line.raw()).append("\r\n");
        }
        return text.append("\r\n").toString();
    }
}
