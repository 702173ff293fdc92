package dev.quietus.gateway.model.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A body in chunks (RFC 9112, 7.1). Chunks that have come whole go on as they are, byte for byte.
 * Of a larger one each part that has come goes on as a chunk of its own, so that the receiver
 * always stands between two chunks; its bytes stay where they are, only the sizes around them
 * change.
 */
final class ChunkedBody extends BodyRelay {
    private static final int LONGEST_HEAD = 4 * 1024;
    private static final int LONGEST_TRAILER = 16 * 1024;
    private static final int MOST_DIGITS = 15;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private enum At {
        HEAD,
        DATA,
        DATA_END
    }

    private At at = At.HEAD;
    /** What is to come of a chunk of which a part has gone on. */
    private long left;

    private boolean hungry;
    private int[] slices = new int[16];
    private int sliced;

    ChunkedBody(ByteSource from, OutputStream to, BodyTap tap) {
        super(from, to, tap);
    }

    @Override
    public boolean step() throws IOException {
        if (hungry || from.available() == 0) {
            await("the body ends without its last chunk");
        }
        hungry = true;
        sliced = 0;
        int run = from.start;
        if (at == At.DATA_END) {
            if (from.available() < 2) {
                return true;
            }
            checkEnd(run);
            from.start += 2;
            run = from.start;
            at = At.HEAD;
        }
        if (at == At.DATA) {
            int count = (int) Math.min(left, from.available());
            int head = headBefore(run, count);
            if (count < left || from.available() < count + 2) {
                sendPart(head, run, count, left);
                return true;
            }
            checkEnd(run + count);
            slice(run, count);
            from.start = run + count + 2;
            run = head;
            at = At.HEAD;
        }
        return chunks(run);
    }

    /**
     * Goes through what has come, from the head of a chunk on.
     *
     * @param run from where on everything is to be sent as it stands
     */
    private boolean chunks(int run) throws IOException {
        while (true) {
            int head = from.start;
            int headEnd = line(head, LONGEST_HEAD);
            if (headEnd < 0) {
                send(run, head);
                return true;
            }
            int digits = digits(head, headEnd);
            long size = number(head, digits);
            int data = headEnd + 2;
            if (size == 0) {
                return last(run, head, data);
            }
            int came = from.end - data;
            if (came < size + 2) {
                part(run, head, digits, data, size);
                return true;
            }
            checkEnd(data + (int) size);
            slice(data, (int) size);
            from.start = data + (int) size + 2;
        }
    }

    private void part(int run, int head, int digits, int data, long size) throws IOException {
        int came = from.end - data;
        if (came == 0) {
            send(run, head);
            return;
        }
        int count = (int) Math.min(size, came);
        if (head + digits + 2 == data) {
            writeHex(head, digits, count);
            sendPart(run, data, count, size);
        } else {
            send(run, head);
            sliced = 0;
            sendPart(headBefore(data, count), data, count, size);
        }
    }

    /** Sends from here to the end of a part of a chunk, and remembers what is left of it. */
    private void sendPart(int run, int data, int count, long size) throws IOException {
        int end = data + count;
        if (from.end == end + 1 && from.bytes[end] != '\r') {
            throw badEnd();
        }
        from.bytes[end] = '\r';
        from.bytes[end + 1] = '\n';
        slice(data, count);
        to.write(from.bytes, run, end + 2 - run);
        from.start = end;
        left = size - count;
        at = left == 0 ? At.DATA_END : At.DATA;
        hungry = from.available() < 2;
        tellTap();
    }

    private boolean last(int run, int head, int trailer) throws IOException {
        int at = trailer;
        while (true) {
            int end = line(at, LONGEST_TRAILER - (at - trailer));
            if (end < 0) {
                send(run, head);
                return true;
            }
            if (end == at) {
                from.start = end + 2;
                came();
                send(run, end + 2);
                return false;
            }
            at = end + 2;
        }
    }

    private void send(int run, int end) throws IOException {
        if (end > run) {
            to.write(from.bytes, run, end - run);
            tellTap();
        }
    }

    private void slice(int start, int count) {
        if (sliced + 2 > slices.length) {
            slices = Arrays.copyOf(slices, slices.length * 2);
        }
        slices[sliced++] = start;
        slices[sliced++] = count;
    }

    private void tellTap() {
        for (int i = 0; i < sliced; i += 2) {
            seen(slices[i], slices[i + 1]);
        }
        sliced = 0;
    }

    /** Where the CR of the line's end is; -1 if it has not come. */
    private int line(int start, int longest) throws BadMessageException {
        byte[] bytes = from.bytes;
        for (int i = start; i < from.end; i++) {
            byte unit = bytes[i];
            if (unit == '\n' && i > start && bytes[i - 1] == '\r') {
                return i - 1;
            }
            boolean lone = i > start && bytes[i - 1] == '\r';
            if (lone || unit == 0x7F || unit >= 0 && unit < ' ' && unit != '\r' && unit != '\t') {
                throw bad("a control character between two chunks");
            }
        }
        if (from.end - start > longest) {
            throw bad("a line between two chunks is longer than " + longest + " bytes");
        }
        return -1;
    }

    private int digits(int head, int end) throws BadMessageException {
        int i = head;
        while (i < end && Character.digit(from.bytes[i], 16) >= 0) {
            i++;
        }
        int digits = i - head;
        while (i < end && (from.bytes[i] == ' ' || from.bytes[i] == '\t')) {
            i++;
        }
        if (digits == 0 || digits > MOST_DIGITS || i < end && from.bytes[i] != ';') {
            throw bad("a chunk's size is no number");
        }
        return digits;
    }

    private long number(int start, int digits) {
        long number = 0;
        for (int i = start; i < start + digits; i++) {
            number = number << 4 | Character.digit(from.bytes[i], 16);
        }
        return number;
    }

    private int headBefore(int data, int count) {
        int digits = 1;
        while (count >>> (digits * 4) != 0 && digits < 8) {
            digits++;
        }
        int head = data - 2 - digits;
        writeHex(head, digits, count);
        from.bytes[data - 2] = '\r';
        from.bytes[data - 1] = '\n';
        return head;
    }

    private void writeHex(int start, int digits, long number) {
        long rest = number;
        for (int i = start + digits - 1; i >= start; i--) {
            from.bytes[i] = HEX[(int) (rest & 0xF)];
            rest >>>= 4;
        }
    }

    private void checkEnd(int end) throws BadMessageException {
        if (from.bytes[end] != '\r' || from.bytes[end + 1] != '\n') {
            throw badEnd();
        }
    }

    private static BadMessageException badEnd() {
        return bad("a chunk is longer than its size");
    }

    private static BadMessageException bad(String words) {
        return new BadMessageException(400, words);
    }
}
