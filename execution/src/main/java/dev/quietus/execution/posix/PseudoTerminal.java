package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/**
 * A pair of pseudo-terminal ends, pty(7): a process whose session has none takes the far end as its
 * terminal by opening it; what is written to ours is typed there, and what is printed there is read
 * here.
 *
 * @param ours our end
 * @param path the path under which the far end is opened
 */
public record PseudoTerminal(Descriptor ours, String path) implements AutoCloseable {
    private static final boolean MAC =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");
    private static final int READ_AND_WRITE = 2;
    private static final int NO_CONTROLLING_TERMINAL = MAC ? 0x2_0000 : 0x100;

    private static final MethodHandle OPENPT = Native.failing("posix_openpt", JAVA_INT, JAVA_INT);
    private static final MethodHandle GRANTPT = Native.failing("grantpt", JAVA_INT, JAVA_INT);
    private static final MethodHandle UNLOCKPT = Native.failing("unlockpt", JAVA_INT, JAVA_INT);
    private static final MethodHandle PTSNAME = Native.failing("ptsname", ADDRESS, JAVA_INT);
    private static final long LONGEST_PATH = 256;

    /**
     * Opens one.
     *
     * @throws SystemCallException when the system has none left
     */
    public static PseudoTerminal open() throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            int number = (int) OPENPT.invokeExact(caught, READ_AND_WRITE | NO_CONTROLLING_TERMINAL);
            if (number < 0) {
                throw new SystemCallException("opening a terminal", Native.errno(caught));
            }
            Descriptor ours = new Descriptor(number);
            if ((int) GRANTPT.invokeExact(caught, number) != 0
                    || (int) UNLOCKPT.invokeExact(caught, number) != 0) {
                ours.close();
                throw new SystemCallException("opening a terminal", Native.errno(caught));
            }
            return new PseudoTerminal(ours, path(caught, ours));
        } catch (SystemCallException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Native.impossible("posix_openpt", thrown);
        }
    }

    /** The C library keeps one name for the whole process. */
    @SuppressWarnings("restricted") // This module is the one place that makes such calls.
    private static synchronized String path(MemorySegment caught, Descriptor ours)
            throws Throwable {
        MemorySegment name = (MemorySegment) PTSNAME.invokeExact(caught, ours.number());
        if (name.address() == 0) {
            int error = Native.errno(caught);
            ours.close();
            throw new SystemCallException("the name of a terminal", error);
        }
        return name.reinterpret(LONGEST_PATH).getString(0);
    }

    /** Our end as a terminal: its window and mode are those of the far end. */
    public Terminal terminal() {
        return new Terminal(ours.number());
    }

    @Override
    public void close() {
        ours.close();
    }
}
