package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A pipe whose ends no child inherits unless it is given them.
 *
 * @param reading the end that is read
 * @param writing the end that is written to
 */
public record Pipe(Descriptor reading, Descriptor writing) implements AutoCloseable {
    private static final MethodHandle PIPE = Native.failing("pipe", JAVA_INT, ADDRESS);
    private static final MethodHandle FCNTL =
            Native.variadic("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final int F_SETFD = 2;
    private static final int FD_CLOEXEC = 1;

    /**
     * Opens one. Children that others start at the very same moment could inherit it before it is
     * marked; ours get nothing but what they are given, whatever its mark.
     *
     * @throws SystemCallException when there are too many open files
     */
    public static Pipe open() throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            MemorySegment ends = arena.allocate(8, 4);
            if ((int) PIPE.invokeExact(caught, ends) != 0) {
                throw new SystemCallException("opening a pipe", Native.errno(caught));
            }
            int[] numbers = Native.integers(ends, 2);
            for (int number : numbers) {
                int ignored = (int) FCNTL.invokeExact(caught, number, F_SETFD, FD_CLOEXEC);
            }
            return new Pipe(new Descriptor(numbers[0]), new Descriptor(numbers[1]));
        } catch (SystemCallException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Native.impossible("pipe", thrown);
        }
    }

    @Override
    public void close() {
        reading.close();
        writing.close();
    }
}
