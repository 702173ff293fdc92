package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The signals with which a terminal suspends a process: for reading or writing in the background,
 * and for Ctrl-Z. A supervisor must not be suspended: it would hear of no stop. What Quietus starts
 * itself gets the usual dispositions again.
 */
public final class TerminalSignals {
    /** SIGTTIN and SIGTTOU, on Linux and on macOS; SIGTSTP differs. */
    private static final int[] NUMBERS = {
        21, 22, System.getProperty("os.name", "").startsWith("Linux") ? 20 : 18
    };
    /** {@code SIG_IGN}. */
    private static final MemorySegment IGNORE = MemorySegment.ofAddress(1);

    private static final MethodHandle SIGNAL = Native.plain("signal", ADDRESS, JAVA_INT, ADDRESS);

    private TerminalSignals() {}

    /**
     * From now on a read in the background fails instead of suspending this process, a write goes
     * through, and Ctrl-Z does nothing. For systems with such signals.
     */
    public static void ignore() {
        try {
            for (int number : NUMBERS) {
                MemorySegment _ = (MemorySegment) SIGNAL.invokeExact(number, IGNORE);
            }
        } catch (Throwable thrown) {
            throw Native.impossible("signal", thrown);
        }
    }
}
