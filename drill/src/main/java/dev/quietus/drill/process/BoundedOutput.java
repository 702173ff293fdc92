package dev.quietus.drill.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Passes so many bytes on, then one line that says so, and nothing more. Thread-safe. */
final class BoundedOutput extends OutputStream {
    private final OutputStream target;
    private final long limit;
    private long written;
    private boolean full;

    BoundedOutput(OutputStream target, long limit) {
        this.target = target;
        this.limit = limit;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        if (full) {
            return;
        }
        int fitting = (int) Math.min(length, limit - written);
        target.write(bytes, offset, fitting);
        written += fitting;
        if (fitting < length) {
            full = true;
            String last = "\n(more than %d bytes: the rest is not kept)\n".formatted(limit);
            target.write(last.getBytes(StandardCharsets.UTF_8));
            target.flush();
        }
    }

    @Override
    public synchronized void flush() throws IOException {
        target.flush();
    }
}
