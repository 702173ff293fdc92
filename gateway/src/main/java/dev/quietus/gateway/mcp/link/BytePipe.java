package dev.quietus.gateway.mcp.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/**
 * A pipe between two threads: what is written on one side is read on the other at once. Who writes
 * more than it holds waits until somebody reads; who writes after the reader has closed it fails.
 */
public final class BytePipe {
    private static final int ROOM = 65_536;

    private final byte[] ring = new byte[ROOM];
    private int from;
    private int count;
    private boolean writerClosed;
    private boolean readerClosed;

    /** The side to read from. */
    public InputStream reader() {
        return new Reader();
    }

    /** The side to write to. */
    public OutputStream writer() {
        return new Writer();
    }

    private synchronized int read(byte[] into, int offset, int length) throws IOException {
        try {
            while (count == 0 && !writerClosed && !readerClosed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        if (count == 0 || readerClosed) {
            return -1;
        }
        int taken = Math.min(Math.min(length, count), ROOM - from);
        System.arraycopy(ring, from, into, offset, taken);
        from = (from + taken) % ROOM;
        count -= taken;
        notifyAll();
        return taken;
    }

    private synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        int at = offset;
        int left = length;
        try {
            while (left > 0) {
                while (count == ROOM && !readerClosed && !writerClosed) {
                    wait();
                }
                if (readerClosed || writerClosed) {
                    throw new IOException("the pipe is closed");
                }
                int to = (from + count) % ROOM;
                int put = Math.min(Math.min(left, ROOM - count), ROOM - to);
                System.arraycopy(bytes, at, ring, to, put);
                at += put;
                left -= put;
                count += put;
                notifyAll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private synchronized void closeWriter() {
        writerClosed = true;
        notifyAll();
    }

    private synchronized void closeReader() {
        readerClosed = true;
        notifyAll();
    }

    private final class Reader extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, into.length);
            return length == 0 ? 0 : BytePipe.this.read(into, offset, length);
        }

        @Override
        public void close() {
            closeReader();
        }
    }

    private final class Writer extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            BytePipe.this.write(bytes, offset, length);
        }

        @Override
        public void close() {
            closeWriter();
        }
    }
}
