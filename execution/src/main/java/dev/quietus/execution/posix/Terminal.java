package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/**
 * A terminal that this process has open: whether it is one, its window, and how it treats what is
 * typed; see termios(3) and tty_ioctl(4). Safe for use by several threads.
 *
 * @param descriptor the system's number of the open file
 */
public record Terminal(int descriptor) {
    private static final boolean MAC =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");
    /** TIOCGWINSZ and TIOCSWINSZ. */
    private static final long GET_WINDOW = MAC ? 0x4008_7468L : 0x5413;

    private static final long SET_WINDOW = MAC ? 0x8008_7467L : 0x5414;
    /** More than struct termios has: 60 bytes with glibc, 72 on macOS. */
    private static final long TERMIOS_BYTES = 256;

    private static final int WINSIZE_BYTES = 8;
    private static final int TCSADRAIN = 1;

    private static final MethodHandle ISATTY = Native.failing("isatty", JAVA_INT, JAVA_INT);
    private static final MethodHandle IOCTL =
            Native.variadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
    private static final MethodHandle TCGETATTR =
            Native.failing("tcgetattr", JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle TCSETATTR =
            Native.failing("tcsetattr", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle CFMAKERAW = Native.failing("cfmakeraw", JAVA_INT, ADDRESS);

    /** How a terminal treats what is typed and printed, as bytes of the C library. */
    public static final class Mode {
        private final byte[] bytes;

        private Mode(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    /**
     * The size of a window.
     *
     * @param rows its lines
     * @param columns the characters of a line
     * @param width its width in dots, 0 where that is not known
     * @param height its height in dots, 0 where that is not known
     */
    public record Window(int rows, int columns, int width, int height) {}

    /** Whether it is a terminal at all. */
    public boolean isTerminal() {
        try (Arena arena = Arena.ofConfined()) {
            return (int) ISATTY.invokeExact(Native.caught(arena), descriptor) == 1;
        } catch (Throwable thrown) {
            throw Native.impossible("isatty", thrown);
        }
    }

    /** The size of its window. */
    public Window window() throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(WINSIZE_BYTES, 2);
            control(arena, GET_WINDOW, size);
            return new Window(
                    Short.toUnsignedInt(size.getAtIndex(JAVA_SHORT, 0)),
                    Short.toUnsignedInt(size.getAtIndex(JAVA_SHORT, 1)),
                    Short.toUnsignedInt(size.getAtIndex(JAVA_SHORT, 2)),
                    Short.toUnsignedInt(size.getAtIndex(JAVA_SHORT, 3)));
        }
    }

    /** Gives its window another size; whoever runs in it hears of it by SIGWINCH. */
    public void resize(Window window) throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(WINSIZE_BYTES, 2);
            size.setAtIndex(JAVA_SHORT, 0, (short) window.rows());
            size.setAtIndex(JAVA_SHORT, 1, (short) window.columns());
            size.setAtIndex(JAVA_SHORT, 2, (short) window.width());
            size.setAtIndex(JAVA_SHORT, 3, (short) window.height());
            control(arena, SET_WINDOW, size);
        }
    }

    private void control(Arena arena, long request, MemorySegment size) throws SystemCallException {
        MemorySegment caught = Native.caught(arena);
        int answer;
        try {
            answer = (int) IOCTL.invokeExact(caught, descriptor, request, size);
        } catch (Throwable thrown) {
            throw Native.impossible("ioctl", thrown);
        }
        if (answer < 0) {
            throw new SystemCallException("the size of a window", Native.errno(caught));
        }
    }

    /** How it treats what is typed now. */
    public Mode mode() throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            MemorySegment mode = arena.allocate(TERMIOS_BYTES, 8);
            if ((int) TCGETATTR.invokeExact(caught, descriptor, mode) != 0) {
                throw new SystemCallException("the mode of a terminal", Native.errno(caught));
            }
            return new Mode(mode.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
        } catch (SystemCallException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Native.impossible("tcgetattr", thrown);
        }
    }

    /** Sets how it treats what is typed. */
    public void mode(Mode wanted) throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            set(arena, copied(arena, wanted));
        }
    }

    /** From now on everything typed and printed passes as it is. */
    public void raw(Mode from) throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mode = copied(arena, from);
            try {
                int ignored = (int) CFMAKERAW.invokeExact(Native.caught(arena), mode);
            } catch (Throwable thrown) {
                throw Native.impossible("cfmakeraw", thrown);
            }
            set(arena, mode);
        }
    }

    private static MemorySegment copied(Arena arena, Mode mode) {
        MemorySegment segment = arena.allocate(TERMIOS_BYTES, 8);
        segment.copyFrom(MemorySegment.ofArray(mode.bytes));
        return segment;
    }

    private void set(Arena arena, MemorySegment mode) throws SystemCallException {
        MemorySegment caught = Native.caught(arena);
        int answer;
        try {
            answer = (int) TCSETATTR.invokeExact(caught, descriptor, TCSADRAIN, mode);
        } catch (Throwable thrown) {
            throw Native.impossible("tcsetattr", thrown);
        }
        if (answer != 0) {
            throw new SystemCallException("setting the mode of a terminal", Native.errno(caught));
        }
    }
}
