package dev.quietus.gateway.model.tap;

import java.io.ByteArrayOutputStream;

/** The head of a gzip body (RFC 1952, 2.3), which comes in pieces as everything does. */
final class GzipHead {
    /** The shortest one. */
    static final byte[] PLAIN = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 0xFF};

    private static final int HAS_CHECKSUM = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    private static final int LONGEST = 64 * 1024;

    private final ByteArrayOutputStream come = new ByteArrayOutputStream(PLAIN.length);
    private boolean unsound;
    private boolean whole;

    boolean isWhole() {
        return whole;
    }

    boolean isBegun() {
        return come.size() > 0;
    }

    boolean isUnsound() {
        return unsound;
    }

    /**
     * Goes on.
     *
     * @return how many of these bytes belong to the head
     */
    int see(byte[] bytes, int from, int count) {
        int before = come.size();
        come.write(bytes, from, Math.min(count, LONGEST));
        int length = length(come.toByteArray());
        whole = length > 0;
        unsound |= !whole && come.size() > LONGEST;
        return whole ? length - before : count;
    }

    /** The length of the head; 0 if it has not come whole. */
    private int length(byte[] head) {
        for (int i = 0; i < Math.min(3, head.length); i++) {
            unsound |= head[i] != PLAIN[i];
        }
        if (unsound || head.length < PLAIN.length) {
            return 0;
        }
        int flags = head[3];
        int at = PLAIN.length;
        if ((flags & HAS_EXTRA) != 0) {
            if (head.length < at + 2) {
                return 0;
            }
            at += 2 + (head[at] & 0xFF) + ((head[at + 1] & 0xFF) << 8);
        }
        for (int text : new int[] {HAS_NAME, HAS_COMMENT}) {
            if ((flags & text) != 0) {
                while (at < head.length && head[at] != 0) {
                    at++;
                }
                at++;
            }
        }
        at += (flags & HAS_CHECKSUM) != 0 ? 2 : 0;
        return at <= head.length ? at : 0;
    }
}
