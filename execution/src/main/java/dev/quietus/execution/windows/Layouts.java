package dev.quietus.execution.windows;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Sizes and offsets in bytes of the structures that are used here, as the headers of the Windows
 * SDK lay them out for 64 bits, on x86-64 and arm64 alike; with each the header that declares it.
 */
final class Layouts {
    /** STARTUPINFOEXW, processthreadsapi.h and winbase.h. */
    static final long STARTUP_BYTES = 112;

    static final long STARTUP_CB = 0;
    static final long STARTUP_FLAGS = 60;
    static final long STARTUP_INPUT = 80;
    static final long STARTUP_OUTPUT = 88;
    static final long STARTUP_ERROR = 96;
    static final long STARTUP_ATTRIBUTES = 104;

    /** PROCESS_INFORMATION, processthreadsapi.h. */
    static final long PROCESS_BYTES = 24;

    static final long PROCESS_HANDLE = 0;
    static final long PROCESS_THREAD = 8;
    static final long PROCESS_ID = 16;

    /** JOBOBJECT_EXTENDED_LIMIT_INFORMATION, winnt.h. */
    static final long LIMITS_BYTES = 144;

    static final long LIMITS_FLAGS = 16;

    /** JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, winnt.h. */
    static final long ACCOUNTING_BYTES = 48;

    static final long ACCOUNTING_ACTIVE = 40;

    /** JOBOBJECT_BASIC_PROCESS_ID_LIST, winnt.h: how many are in the list, then the list. */
    static final long LIST_COUNT = 4;

    static final long LIST_FIRST = 8;
    static final long LIST_EACH = 8;

    /** SYSTEM_TIMEOFDAY_INFORMATION, as winternl.h names it and ReactOS' headers spell it out. */
    static final long TIME_OF_DAY_BYTES = 48;

    static final long TIME_OF_DAY_BOOT = 0;
    static final long TIME_OF_DAY_BIAS = 32;

    private static final long UNITS_PER_SECOND = 10_000_000L;

    private Layouts() {}

    /** Takes a JOBOBJECT_BASIC_PROCESS_ID_LIST apart; never reads beyond the segment. */
    static List<Integer> processes(MemorySegment list) {
        long most = (list.byteSize() - LIST_FIRST) / LIST_EACH;
        long count = Math.min(list.get(JAVA_INT, LIST_COUNT), most);
        List<Integer> numbers = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            numbers.add((int) list.get(JAVA_LONG, LIST_FIRST + i * LIST_EACH));
        }
        return numbers;
    }

    /** When Windows was started, to the second, in hexadecimal: two boots are further apart. */
    static String boot(MemorySegment timeOfDay) {
        long boot = timeOfDay.get(JAVA_LONG, TIME_OF_DAY_BOOT)
                - timeOfDay.get(JAVA_LONG, TIME_OF_DAY_BIAS);
        return Long.toHexString(boot / UNITS_PER_SECOND);
    }
}
