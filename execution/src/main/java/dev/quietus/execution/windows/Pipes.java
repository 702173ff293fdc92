package dev.quietus.execution.windows;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The calls about anonymous pipes, namedpipeapi.h, handleapi.h and fileapi.h. */
final class Pipes {
    private static final MethodHandle CREATE =
            Kernel32.failing("CreatePipe", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_INT);
    private static final MethodHandle SET_HANDLE =
            Kernel32.failing("SetHandleInformation", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
    private static final MethodHandle PEEK = Kernel32.failing(
            "PeekNamedPipe", JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle READ =
            Kernel32.failing("ReadFile", JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle WRITE =
            Kernel32.failing("WriteFile", JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);

    /** HANDLE_FLAG_INHERIT. */
    private static final int INHERIT = 1;

    private static final int CHUNK = 65_536;

    private Pipes() {}

    /**
     * The two ends of one pipe.
     *
     * @param reading the end that is read
     * @param writing the end that is written to
     */
    record Ends(Handle reading, Handle writing) implements AutoCloseable {
        @Override
        public void close() {
            reading.close();
            writing.close();
        }
    }

    /** Opens one, of which no child inherits anything. */
    static Ends open() throws WindowsException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Kernel32.caught(arena);
            MemorySegment reading = arena.allocate(JAVA_LONG);
            MemorySegment writing = arena.allocate(JAVA_LONG);
            int made =
                    (int) CREATE.invokeExact(caught, reading, writing, MemorySegment.NULL, CHUNK);
            if (made == 0) {
                throw new WindowsException("opening a pipe", Kernel32.lastError(caught));
            }
            return new Ends(
                    new Handle(reading.get(JAVA_LONG, 0)), new Handle(writing.get(JAVA_LONG, 0)));
        } catch (WindowsException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("CreatePipe", thrown);
        }
    }

    /**
     * Lets a child inherit an end. Our own children get only what is in their list; one that others
     * start at the very same moment might get it as well.
     */
    static void giveAway(Handle end) throws WindowsException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Kernel32.caught(arena);
            if ((int) SET_HANDLE.invokeExact(caught, end.value(), INHERIT, INHERIT) == 0) {
                throw new WindowsException("giving a pipe away", Kernel32.lastError(caught));
            }
        } catch (WindowsException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("SetHandleInformation", thrown);
        }
    }

    /** How many bytes can be read at once; -1 when the last writer has closed it. */
    static int waiting(Handle end) throws WindowsException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Kernel32.caught(arena);
            MemorySegment count = arena.allocate(JAVA_INT);
            MemorySegment none = MemorySegment.NULL;
            int answer = (int) PEEK.invokeExact(caught, end.value(), none, 0, none, count, none);
            return answer != 0 ? count.get(JAVA_INT, 0) : ended(caught);
        } catch (WindowsException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("PeekNamedPipe", thrown);
        }
    }

    private static int ended(MemorySegment caught) throws WindowsException {
        int error = Kernel32.lastError(caught);
        if (error == WindowsException.BROKEN_PIPE) {
            return -1;
        }
        throw new WindowsException("reading a pipe", error);
    }

    /** Reads what there is; waits for the first byte; -1 at the end. */
    static int read(Handle end, byte[] into) throws WindowsException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Kernel32.caught(arena);
            int most = Math.min(into.length, CHUNK);
            MemorySegment buffer = arena.allocate(most);
            MemorySegment count = arena.allocate(JAVA_INT);
            int answer = (int)
                    READ.invokeExact(caught, end.value(), buffer, most, count, MemorySegment.NULL);
            if (answer == 0) {
                return ended(caught);
            }
            int read = count.get(JAVA_INT, 0);
            MemorySegment.copy(buffer, JAVA_BYTE, 0, into, 0, read);
            return read;
        } catch (WindowsException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("ReadFile", thrown);
        }
    }

    /** Writes some of the bytes; blocks while nothing can be taken. */
    static int write(Handle end, byte[] from, int offset, int length) throws WindowsException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Kernel32.caught(arena);
            int most = Math.min(length, CHUNK);
            MemorySegment buffer = arena.allocate(most);
            MemorySegment.copy(from, offset, buffer, JAVA_BYTE, 0, most);
            MemorySegment count = arena.allocate(JAVA_INT);
            int answer = (int)
                    WRITE.invokeExact(caught, end.value(), buffer, most, count, MemorySegment.NULL);
            if (answer == 0) {
                throw new WindowsException("writing to a pipe", Kernel32.lastError(caught));
            }
            return count.get(JAVA_INT, 0);
        } catch (WindowsException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("WriteFile", thrown);
        }
    }
}
