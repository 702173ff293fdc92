package dev.quietus.gateway.model.wire;

import java.io.IOException;
import java.io.InputStream;

/**
 * What one side sends, read as it comes. Small while little comes at a time, up to 64 KiB where
 * more does. For one thread at a time.
 *
 * <p>There is always room for a chunk's head before the bytes and for its end behind them, so that
 * a part of a chunk can be sent as a chunk of its own without copying it.
 */
public final class ByteSource {
    static final int ROOM_BEFORE = 20;
    static final int ROOM_BEHIND = 2;
    private static final int FIRST = 8 * 1024;
    private static final int MOST = 64 * 1024;

    private final InputStream in;
    byte[] bytes = new byte[FIRST];
    int start = ROOM_BEFORE;
    int end = ROOM_BEFORE;
    private boolean filled;

    /** Reads from a stream whose reads give what is there. */
    public ByteSource(InputStream in) {
        this.in = in;
    }

    /** How many bytes have come and were not taken. */
    public int available() {
        return end - start;
    }

    /** Whether no more fits without something being taken. */
    boolean isFull() {
        return start == ROOM_BEFORE && end == bytes.length - ROOM_BEHIND && bytes.length >= MOST;
    }

    /**
     * Waits for more.
     *
     * @return whether more came; else the other side has ended
     * @throws IOException as the stream; a time-out leaves everything as it was
     */
    public boolean fill() throws IOException {
        makeRoom();
        int room = bytes.length - ROOM_BEHIND - end;
        int read = in.read(bytes, end, room);
        if (read < 0) {
            return false;
        }
        filled = read == room;
        end += read;
        return true;
    }

    /** Takes what has come, and forgets it. */
    public void discard() {
        start = end;
    }

    private void makeRoom() {
        if (start == end) {
            start = ROOM_BEFORE;
            end = ROOM_BEFORE;
            if (filled && bytes.length < MOST) {
                bytes = new byte[Math.min(MOST, bytes.length * 4)];
            }
            return;
        }
        if (end < bytes.length - ROOM_BEHIND) {
            return;
        }
        int held = available();
        byte[] to = start == ROOM_BEFORE && bytes.length < MOST
                ? new byte[Math.min(MOST, bytes.length * 4)]
                : bytes;
        System.arraycopy(bytes, start, to, ROOM_BEFORE, held);
        bytes = to;
        start = ROOM_BEFORE;
        end = ROOM_BEFORE + held;
    }
}
