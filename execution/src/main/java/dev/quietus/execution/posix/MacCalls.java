package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Calls that only macOS has; see libproc.h, sys/proc_info.h, sysctlbyname(3). Not run on a Mac. On
 * other systems this class can't be initialized: its functions are not there.
 */
public final class MacCalls {
    private static final MethodHandle LIST_PIDS =
            Native.failing("proc_listpids", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle PID_INFO = Native.failing(
            "proc_pidinfo", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT);
    private static final MethodHandle GETSID = Native.failing("getsid", JAVA_INT, JAVA_INT);
    private static final MethodHandle SYSCTL =
            Native.failing("sysctlbyname", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);

    private static final int PROC_ALL_PIDS = 1;
    private static final int PROC_PIDTBSDINFO = 3;
    /** The argument by which a process is found that has ended and is not reaped. */
    private static final long ZOMBIES_TOO = 1;

    private static final int SPARE = 256;
    private static final int LONGEST_VALUE = 256;

    private MacCalls() {}

    /** The numbers of all processes; empty when the system does not tell. */
    public static List<Integer> all() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            int bytes =
                    (int) LIST_PIDS.invokeExact(caught, PROC_ALL_PIDS, 0, MemorySegment.NULL, 0);
            if (bytes <= 0) {
                return List.of();
            }
            int room = bytes + SPARE * Integer.BYTES;
            MemorySegment numbers = arena.allocate(room, Integer.BYTES);
            int told = (int) LIST_PIDS.invokeExact(caught, PROC_ALL_PIDS, 0, numbers, room);
            List<Integer> all = new ArrayList<>();
            for (int number : Native.integers(numbers, Math.max(0, told) / Integer.BYTES)) {
                if (number > 0) {
                    all.add(number);
                }
            }
            return all;
        } catch (Throwable thrown) {
            throw Native.impossible("proc_listpids", thrown);
        }
    }

    /**
     * What is told of a process, a {@code struct proc_bsdinfo}.
     *
     * @param bytes how long that structure is
     * @return empty when there is no such process, or it may not be seen
     */
    public static Optional<byte[]> bsdInfo(int pid, int bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment told = arena.allocate(bytes, 8);
            int count = (int) PID_INFO.invokeExact(
                    Native.caught(arena), pid, PROC_PIDTBSDINFO, ZOMBIES_TOO, told, bytes);
            return count == bytes
                    ? Optional.of(told.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
                    : Optional.empty();
        } catch (Throwable thrown) {
            throw Native.impossible("proc_pidinfo", thrown);
        }
    }

    /** The session of a process; -1 when that is not told. */
    public static int session(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            return (int) GETSID.invokeExact(Native.caught(arena), pid);
        } catch (Throwable thrown) {
            throw Native.impossible("getsid", thrown);
        }
    }

    /** A value of the system that is a text; empty when there is none. */
    public static String text(String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(LONGEST_VALUE);
            // One byte less than there is: so the text ends, whatever the system does.
            MemorySegment length = arena.allocateFrom(JAVA_LONG, LONGEST_VALUE - 1L);
            int answer = (int) SYSCTL.invokeExact(
                    Native.caught(arena),
                    arena.allocateFrom(name),
                    value,
                    length,
                    MemorySegment.NULL,
                    0L);
            return answer == 0 ? value.getString(0, StandardCharsets.UTF_8) : "";
        } catch (Throwable thrown) {
            throw Native.impossible("sysctlbyname", thrown);
        }
    }
}
