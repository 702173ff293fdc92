package dev.quietus.execution.unit;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * A unit's standard input over a system's own writes, which may take less than they are given: what
 * is written goes out at once and whole.
 */
public abstract class UnitInput extends OutputStream {
    /** For the systems. */
    protected UnitInput() {}

    /**
     * Writes some of the bytes, at least one; blocks while nothing can be taken.
     *
     * @return how many were written
     * @throws IOException when the system refuses
     */
    protected abstract int writeSome(byte[] from, int offset, int length) throws IOException;

    @Override
    public final void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public final void write(byte[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        int at = offset;
        while (at < offset + length) {
            at += writeSome(from, at, offset + length - at);
        }
    }

    @Override
    public abstract void close();
}
