package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An open file descriptor of this process. Closing is safe from any thread and may be repeated;
 * reading and writing are for one thread at a time, and never after closing.
 */
public final class Descriptor implements AutoCloseable {
    private static final MethodHandle READ =
            Native.failing("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle WRITE =
            Native.failing("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle CLOSE = Native.plain("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle POLL =
            Native.failing("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final short POLLIN = 1;
    private static final short POLLOUT = 4;
    private static final int CHUNK = 65_536;

    private final int number;
    private final AtomicBoolean closed = new AtomicBoolean();

    Descriptor(int number) {
        this.number = number;
    }

    /** The system's number. */
    public int number() {
        return number;
    }

    /**
     * Waits until there is something to read, an end or an error.
     *
     * @return false when the time has passed
     */
    public boolean awaitReadable(Duration limit) throws SystemCallException {
        return await(POLLIN, limit);
    }

    /**
     * Waits until something can be written, or nobody reads any more.
     *
     * @return false when the time has passed
     */
    public boolean awaitWritable(Duration limit) throws SystemCallException {
        return await(POLLOUT, limit);
    }

    private boolean await(short events, Duration limit) throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            MemorySegment poll = arena.allocate(8, 4);
            poll.set(JAVA_INT, 0, number);
            poll.set(java.lang.foreign.ValueLayout.JAVA_SHORT, 4, events);
            int ready = (int) POLL.invokeExact(
                    caught, poll, 1L, (int) Math.min(limit.toMillis(), Integer.MAX_VALUE));
            if (ready < 0 && Native.errno(caught) != Errno.EINTR) {
                throw new SystemCallException("waiting for a pipe", Native.errno(caught));
            }
            return ready > 0;
        } catch (SystemCallException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Native.impossible("poll", thrown);
        }
    }

    /**
     * Reads what there is; waits for the first byte.
     *
     * @return how many bytes; -1 at the end
     */
    public int read(byte[] into) throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            int most = Math.min(into.length, CHUNK);
            MemorySegment buffer = arena.allocate(most);
            while (true) {
                long count = (long) READ.invokeExact(caught, number, buffer, (long) most);
                if (count >= 0) {
                    MemorySegment.copy(buffer, JAVA_BYTE, 0, into, 0, (int) count);
                    return count == 0 ? -1 : (int) count;
                }
                if (Native.errno(caught) != Errno.EINTR) {
                    throw new SystemCallException("reading a pipe", Native.errno(caught));
                }
            }
        } catch (SystemCallException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Native.impossible("read", thrown);
        }
    }

    /**
     * Writes some of the bytes, at least one; blocks while nothing can be taken.
     *
     * @return how many were written
     */
    public int write(byte[] from, int offset, int length) throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            int most = Math.min(length, 4_096);
            MemorySegment buffer = arena.allocate(most);
            MemorySegment.copy(from, offset, buffer, JAVA_BYTE, 0, most);
            while (true) {
                long count = (long) WRITE.invokeExact(caught, number, buffer, (long) most);
                if (count >= 0) {
                    return (int) count;
                }
                if (Native.errno(caught) != Errno.EINTR) {
                    throw new SystemCallException("writing to a pipe", Native.errno(caught));
                }
            }
        } catch (SystemCallException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Native.impossible("write", thrown);
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                int ignored = (int) CLOSE.invokeExact(number);
            } catch (Throwable thrown) {
                throw Native.impossible("close", thrown);
            }
        }
    }
}
