package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Two connected sockets, socketpair(2) on Linux: what is written to one is read from the other,
 * both ways. No child inherits one unless it is given it.
 *
 * @param ours the one that stays here
 * @param theirs the one that is given away
 */
public record SocketPair(Descriptor ours, Descriptor theirs) implements AutoCloseable {
    private static final MethodHandle SOCKETPAIR =
            Native.failing("socketpair", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final int AF_UNIX = 1;
    /** SOCK_STREAM and SOCK_CLOEXEC as Linux numbers them on x86-64 and arm64. */
    private static final int STREAM_CLOSED_ON_EXEC = 1 | 0x80000;

    /**
     * Opens one.
     *
     * @throws SystemCallException when there are too many open files
     */
    public static SocketPair open() throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            MemorySegment ends = arena.allocate(8, 4);
            int answer =
                    (int) SOCKETPAIR.invokeExact(caught, AF_UNIX, STREAM_CLOSED_ON_EXEC, 0, ends);
            if (answer != 0) {
                throw new SystemCallException("opening a pair of sockets", Native.errno(caught));
            }
            int[] numbers = Native.integers(ends, 2);
            return new SocketPair(new Descriptor(numbers[0]), new Descriptor(numbers[1]));
        } catch (SystemCallException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Native.impossible("socketpair", thrown);
        }
    }

    @Override
    public void close() {
        ours.close();
        theirs.close();
    }
}
