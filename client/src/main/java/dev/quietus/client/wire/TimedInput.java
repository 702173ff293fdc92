package dev.quietus.client.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** A socket's input, all reads of which together end at one time. Not thread-safe. */
public final class TimedInput extends InputStream {

    private final Socket socket;
    private final InputStream in;
    private long limitNanos;
    private boolean heard;

    /**
     * The input of a connected socket.
     *
     * @param limitNanos when reading ends, by {@link System#nanoTime()}
     */
    public TimedInput(Socket socket, long limitNanos) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.limitNanos = limitNanos;
    }

    /**
     * Begins to wait for another answer.
     *
     * @param newLimitNanos when reading ends, by {@link System#nanoTime()}
     */
    public void startOver(long newLimitNanos) {
        limitNanos = newLimitNanos;
        heard = false;
    }

    /** Whether a byte has come since it was made or started over. */
    public boolean hasHeard() {
        return heard;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /**
     * Reads what has come, or waits for it.
     *
     * @throws SocketTimeoutException once the time is over
     */
    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        long left = limitNanos - System.nanoTime();
        if (left <= 0) {
            throw new SocketTimeoutException("Read: the time is over");
        }
        // Rounded up: zero would be for ever, and less than what is left a second wait for the
        // rest.
        long millis = (left + 999_999) / 1_000_000;
        socket.setSoTimeout((int) Math.min(millis, Integer.MAX_VALUE));
        int count = in.read(buffer, offset, length);
        heard |= count > 0;
        return count;
    }
}
