package dev.quietus.execution.windows;

import java.util.concurrent.atomic.AtomicBoolean;

/** A handle of this process. Closing is safe from any thread and may be repeated. */
final class Handle implements AutoCloseable {
    private final long value;
    private final AtomicBoolean closed = new AtomicBoolean();

    Handle(long value) {
        this.value = value;
    }

    /** The system's value; not to be used after closing. */
    long value() {
        return value;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            Kernel32.close(value);
        }
    }
}
