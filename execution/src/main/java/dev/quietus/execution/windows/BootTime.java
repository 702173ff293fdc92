package dev.quietus.execution.windows;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * When Windows was started: NtQuerySystemInformation with SystemTimeOfDayInformation, winternl.h. A
 * change of the clock moves the boot time and its bias by the same, so that their difference stays.
 */
final class BootTime {
    private static final MethodHandle QUERY =
            Kernel32.ntdll("NtQuerySystemInformation", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
    private static final int TIME_OF_DAY = 3;

    private BootTime() {}

    /** The name of this boot's numbering of processes. */
    static String space() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment told = arena.allocate(Layouts.TIME_OF_DAY_BYTES, 8);
            MemorySegment length = arena.allocate(JAVA_INT);
            int status = (int)
                    QUERY.invokeExact(TIME_OF_DAY, told, (int) Layouts.TIME_OF_DAY_BYTES, length);
            return status == 0 ? Layouts.boot(told) + ".0" : "unknown.0";
        } catch (Throwable thrown) {
            throw Kernel32.impossible("NtQuerySystemInformation", thrown);
        }
    }
}
