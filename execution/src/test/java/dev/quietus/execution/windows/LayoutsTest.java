package dev.quietus.execution.windows;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.quietus.execution.unit.LeaderEnd;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The structures are built again from the declarations of the headers, field by field. */
class LayoutsTest {

    @Test
    void laysOutTheStartAsTheHeaderDeclaresIt() {
        MemoryLayout startup = structure(
                JAVA_INT.withName("cb"),
                JAVA_LONG.withName("lpReserved"),
                JAVA_LONG.withName("lpDesktop"),
                JAVA_LONG.withName("lpTitle"),
                JAVA_INT.withName("dwX"),
                JAVA_INT.withName("dwY"),
                JAVA_INT.withName("dwXSize"),
                JAVA_INT.withName("dwYSize"),
                JAVA_INT.withName("dwXCountChars"),
                JAVA_INT.withName("dwYCountChars"),
                JAVA_INT.withName("dwFillAttribute"),
                JAVA_INT.withName("dwFlags"),
                JAVA_SHORT.withName("wShowWindow"),
                JAVA_SHORT.withName("cbReserved2"),
                JAVA_LONG.withName("lpReserved2"),
                JAVA_LONG.withName("hStdInput"),
                JAVA_LONG.withName("hStdOutput"),
                JAVA_LONG.withName("hStdError"),
                JAVA_LONG.withName("lpAttributeList"));
        assertThat(startup.byteSize()).isEqualTo(Layouts.STARTUP_BYTES);
        assertThat(at(startup, "cb")).isEqualTo(Layouts.STARTUP_CB);
        assertThat(at(startup, "dwFlags")).isEqualTo(Layouts.STARTUP_FLAGS);
        assertThat(at(startup, "hStdInput")).isEqualTo(Layouts.STARTUP_INPUT);
        assertThat(at(startup, "hStdOutput")).isEqualTo(Layouts.STARTUP_OUTPUT);
        assertThat(at(startup, "hStdError")).isEqualTo(Layouts.STARTUP_ERROR);
        assertThat(at(startup, "lpAttributeList")).isEqualTo(Layouts.STARTUP_ATTRIBUTES);
    }

    @Test
    void laysOutTheJobAsTheHeaderDeclaresIt() {
        MemoryLayout limits = structure(
                JAVA_LONG.withName("PerProcessUserTimeLimit"),
                JAVA_LONG.withName("PerJobUserTimeLimit"),
                JAVA_INT.withName("LimitFlags"),
                JAVA_LONG.withName("MinimumWorkingSetSize"),
                JAVA_LONG.withName("MaximumWorkingSetSize"),
                JAVA_INT.withName("ActiveProcessLimit"),
                JAVA_LONG.withName("Affinity"),
                JAVA_INT.withName("PriorityClass"),
                JAVA_INT.withName("SchedulingClass"),
                MemoryLayout.sequenceLayout(6, JAVA_LONG).withName("IoInfo"),
                JAVA_LONG.withName("ProcessMemoryLimit"),
                JAVA_LONG.withName("JobMemoryLimit"),
                JAVA_LONG.withName("PeakProcessMemoryUsed"),
                JAVA_LONG.withName("PeakJobMemoryUsed"));
        assertThat(limits.byteSize()).isEqualTo(Layouts.LIMITS_BYTES);
        assertThat(at(limits, "LimitFlags")).isEqualTo(Layouts.LIMITS_FLAGS);
        MemoryLayout accounting = structure(
                JAVA_LONG.withName("TotalUserTime"),
                JAVA_LONG.withName("TotalKernelTime"),
                JAVA_LONG.withName("ThisPeriodTotalUserTime"),
                JAVA_LONG.withName("ThisPeriodTotalKernelTime"),
                JAVA_INT.withName("TotalPageFaultCount"),
                JAVA_INT.withName("TotalProcesses"),
                JAVA_INT.withName("ActiveProcesses"),
                JAVA_INT.withName("TotalTerminatedProcesses"));
        assertThat(accounting.byteSize()).isEqualTo(Layouts.ACCOUNTING_BYTES);
        assertThat(at(accounting, "ActiveProcesses")).isEqualTo(Layouts.ACCOUNTING_ACTIVE);
    }

    @Test
    void neverReadsMoreProcessesThanTheListHasRoomFor() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment list = arena.allocate(8 + 3 * 8, 8);
            list.set(JAVA_INT, Layouts.LIST_COUNT, 2);
            list.set(JAVA_LONG, 8, 4711);
            list.set(JAVA_LONG, 16, 4712);
            list.set(JAVA_LONG, 24, 4713);
            assertThat(Layouts.processes(list)).containsExactly(4711, 4712);
            list.set(JAVA_INT, Layouts.LIST_COUNT, 1_000_000);
            assertThat(Layouts.processes(list)).containsExactly(4711, 4712, 4713);
        }
    }

    @Test
    void namesABootTheSameAfterTheClockWasSet() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment told = arena.allocate(Layouts.TIME_OF_DAY_BYTES, 8);
            told.set(JAVA_LONG, Layouts.TIME_OF_DAY_BOOT, 133_800_000_000_000_000L);
            String before = Layouts.boot(told);
            long hour = 36_000_000_000L;
            told.set(JAVA_LONG, Layouts.TIME_OF_DAY_BOOT, 133_800_000_000_000_000L + hour);
            told.set(JAVA_LONG, Layouts.TIME_OF_DAY_BIAS, hour);
            assertThat(Layouts.boot(told)).isEqualTo(before).matches("[0-9a-f]{9,}");
            told.set(JAVA_LONG, Layouts.TIME_OF_DAY_BIAS, 0);
            assertThat(Layouts.boot(told)).isNotEqualTo(before);
        }
    }

    @Test
    void takesACodeForAKillOnlyAfterAKill() {
        assertThat(JobLeader.end(137, true)).isEqualTo(new LeaderEnd.Killed(9, false));
        assertThat(JobLeader.end(137, false)).isEqualTo(new LeaderEnd.Exited(137));
        assertThat(JobLeader.end(3, true)).isEqualTo(new LeaderEnd.Exited(3));
    }

    @Test
    void refusesToOpenOnAnotherSystem() {
        assumeThat(System.getProperty("os.name")).doesNotStartWith("Windows");
        assertThatThrownBy(WindowsUnits::open)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Windows");
    }

    private static long at(MemoryLayout structure, String field) {
        return structure.byteOffset(MemoryLayout.PathElement.groupElement(field));
    }

    /** As a C compiler does: each field at a multiple of its own size, the whole of the largest. */
    private static MemoryLayout structure(MemoryLayout... fields) {
        List<MemoryLayout> all = new ArrayList<>();
        long at = 0;
        long largest = 1;
        for (MemoryLayout field : fields) {
            long gap = -at & field.byteAlignment() - 1;
            if (gap > 0) {
                all.add(MemoryLayout.paddingLayout(gap));
            }
            all.add(field);
            at += gap + field.byteSize();
            largest = Math.max(largest, field.byteAlignment());
        }
        long gap = -at & largest - 1;
        if (gap > 0) {
            all.add(MemoryLayout.paddingLayout(gap));
        }
        return MemoryLayout.structLayout(all.toArray(MemoryLayout[]::new));
    }
}
