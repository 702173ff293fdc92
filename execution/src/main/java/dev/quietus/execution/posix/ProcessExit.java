package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.quietus.execution.unit.LeaderEnd;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * How a process ended that is no child of this one: Linux tells it through a descriptor that held
 * the process while it lived, once its parent has reaped it. Since Linux 6.15, see
 * {@code PIDFD_INFO_EXIT} in the kernel's {@code uapi/linux/pidfd.h}.
 */
public final class ProcessExit {
    private static final MethodHandle IOCTL =
            Native.variadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);

    /** Size of {@code struct pidfd_info} in its first version, and where two of its fields are. */
    private static final long INFO_BYTES = 64;

    private static final long AT_MASK = 0;
    private static final long AT_EXIT_CODE = 60;
    /** {@code _IOWR(0xFF, 11, struct pidfd_info)}. */
    private static final long PIDFD_GET_INFO = 3L << 30 | INFO_BYTES << 16 | 0xFFL << 8 | 11;

    private static final long PIDFD_INFO_EXIT = 1L << 3;

    private ProcessExit() {}

    /**
     * How the process ended.
     *
     * @param descriptor holds the process, see {@link LinuxCalls#openProcess}
     * @return empty while it is not reaped, and where the kernel does not tell
     */
    public static Optional<LeaderEnd> of(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            MemorySegment info = arena.allocate(INFO_BYTES, 8);
            info.set(JAVA_LONG, AT_MASK, PIDFD_INFO_EXIT);
            int answer = (int) IOCTL.invokeExact(caught, descriptor, PIDFD_GET_INFO, info);
            boolean told = answer == 0 && (info.get(JAVA_LONG, AT_MASK) & PIDFD_INFO_EXIT) != 0;
            return told ? Optional.of(end(info.get(JAVA_INT, AT_EXIT_CODE))) : Optional.empty();
        } catch (Throwable thrown) {
            throw Native.impossible("ioctl", thrown);
        }
    }

    /** Reads a wait status as wait(2) describes it for Linux. */
    static LeaderEnd end(int status) {
        int signal = status & 0x7f;
        return signal == 0
                ? new LeaderEnd.Exited(status >> 8 & 0xff)
                : new LeaderEnd.Killed(signal, (status & 0x80) != 0);
    }
}
