package dev.quietus.gateway.model.tap;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads along in a body that is packed with gzip (RFC 1952) or zlib (RFC 1950), and knows how to
 * end it early: where the packer has just flushed, a stored block with the last words and the right
 * checksum make it a sound, whole body. For one thread; close it to give memory back early.
 */
final class Unpacking implements AutoCloseable {
    /** A body that unpacks to more is not read any further. */
    static final long MOST_UNPACKED = 1L << 30;

    private static final int LONGEST_STORED = 0xFFFF;
    private static final int FLUSHED = 0x0000FFFF;

    /** Sees what was unpacked. */
    interface Content {
        /** The next bytes. */
        void see(byte[] bytes, int from, int count);
    }

    private final boolean gzip;
    private final Inflater inflater;
    private final GzipHead head = new GzipHead();
    private final Checksum checksum;
    private final Content content;
    private final byte[] out = new byte[4 * 1024];
    private int lastFour = -1;
    private boolean lost;

    Unpacking(boolean gzip, Content content) {
        this.gzip = gzip;
        this.inflater = new Inflater(gzip);
        this.checksum = gzip ? new CRC32() : new Adler32();
        this.content = content;
    }

    /** Goes on. */
    void see(byte[] bytes, int from, int count) {
        for (int i = Math.max(from, from + count - 4); i < from + count; i++) {
            lastFour = lastFour << 8 | bytes[i] & 0xFF;
        }
        int start = from;
        if (gzip && !head.isWhole()) {
            start += head.see(bytes, from, count);
            lost |= head.isUnsound();
        }
        if (lost || start == from + count) {
            return;
        }
        try {
            inflater.setInput(bytes, start, from + count - start);
            unpack();
        } catch (DataFormatException unsound) {
            lost = true;
        }
    }

    private void unpack() throws DataFormatException {
        while (!lost && !inflater.finished() && !inflater.needsInput()) {
            int count = inflater.inflate(out);
            if (count == 0 && inflater.needsDictionary()) {
                lost = true;
            }
            checksum.update(out, 0, count);
            content.see(out, 0, count);
            lost |= inflater.getBytesWritten() > MOST_UNPACKED;
        }
    }

    /**
     * The bytes that end the body here with these last words.
     *
     * @return empty if the packer has not flushed: then nothing can be put behind
     */
    Optional<byte[]> end(byte[] words) {
        boolean between = !lost
                && !inflater.finished()
                && words.length <= LONGEST_STORED
                && (lastFour == FLUSHED && inflater.getBytesRead() > 0 || nothingYet());
        if (!between) {
            return Optional.empty();
        }
        checksum.update(words, 0, words.length);
        ByteArrayOutputStream end = new ByteArrayOutputStream(words.length + 16);
        if (!gzip && inflater.getBytesRead() == 0) {
            end.write(0x78);
            end.write(0x01);
        }
        if (gzip && !head.isBegun()) {
            end.writeBytes(GzipHead.PLAIN);
        }
        end.write(1);
        little(end, words.length, 2);
        little(end, ~words.length, 2);
        end.writeBytes(words);
        if (gzip) {
            little(end, (int) checksum.getValue(), 4);
            little(end, (int) (inflater.getBytesWritten() + words.length), 4);
        } else {
            little(end, Integer.reverseBytes((int) checksum.getValue()), 4);
        }
        return Optional.of(end.toByteArray());
    }

    private boolean nothingYet() {
        return inflater.getBytesRead() == 0 && (!gzip || head.isWhole() || !head.isBegun());
    }

    private static void little(ByteArrayOutputStream to, int number, int bytes) {
        for (int i = 0; i < bytes; i++) {
            to.write(number >>> (8 * i));
        }
    }

    @Override
    public void close() {
        lost = true;
        inflater.end();
    }
}
