package dev.quietus.execution.macos;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.ProcessKey;
import java.lang.foreign.MemoryLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BsdInfoTest {
    /** As bsd/sys/proc_info.h declares it, with MAXCOMLEN 16. */
    private static final MemoryLayout DECLARED = MemoryLayout.structLayout(
            JAVA_INT.withName("pbi_flags"),
            JAVA_INT.withName("pbi_status"),
            JAVA_INT.withName("pbi_xstatus"),
            JAVA_INT.withName("pbi_pid"),
            JAVA_INT.withName("pbi_ppid"),
            JAVA_INT.withName("pbi_uid"),
            JAVA_INT.withName("pbi_gid"),
            JAVA_INT.withName("pbi_ruid"),
            JAVA_INT.withName("pbi_rgid"),
            JAVA_INT.withName("pbi_svuid"),
            JAVA_INT.withName("pbi_svgid"),
            JAVA_INT.withName("rfu_1"),
            MemoryLayout.sequenceLayout(16, JAVA_BYTE).withName("pbi_comm"),
            MemoryLayout.sequenceLayout(32, JAVA_BYTE).withName("pbi_name"),
            JAVA_INT.withName("pbi_nfiles"),
            JAVA_INT.withName("pbi_pgid"),
            JAVA_INT.withName("pbi_pjobc"),
            JAVA_INT.withName("e_tdev"),
            JAVA_INT.withName("e_tpgid"),
            JAVA_INT.withName("pbi_nice"),
            JAVA_LONG.withName("pbi_start_tvsec"),
            JAVA_LONG.withName("pbi_start_tvusec"));

    @Test
    void readsEachFieldWhereTheHeaderHasIt() {
        assertThat(DECLARED.byteSize()).isEqualTo(BsdInfo.BYTES);
        assertThat(BsdInfo.parse(structure(2, 0, "a name longer than comm")))
                .isEqualTo(new BsdInfo(
                        501, 77, 500, 2, 0, 1_700_000_000_123L, "a name longer than comm"));
    }

    @Test
    void takesTheShortNameWhereThereIsNoLong() {
        byte[] structure = structure(3, 0, "");
        System.arraycopy(
                "sixteen letters!".getBytes(StandardCharsets.UTF_8),
                0,
                structure,
                at("pbi_comm"),
                16);
        assertThat(BsdInfo.parse(structure).member())
                .isEqualTo(new Member(
                        new ProcessKey(501, 1_700_000_000_123L), "sixteen letters!", "sleeping"));
    }

    @Test
    void tellsAZombieFromTheLivingAndHowItEnded() {
        BsdInfo zombie = BsdInfo.parse(structure(5, 15, "x"));
        assertThat(zombie.lives()).isFalse();
        assertThat(zombie.end()).isEqualTo(new LeaderEnd.Killed(15, false));
        assertThat(BsdInfo.parse(structure(5, 11 | 0x80, "x")).end())
                .isEqualTo(new LeaderEnd.Killed(11, true));
        assertThat(BsdInfo.parse(structure(5, 143 << 8, "x")).end())
                .isEqualTo(new LeaderEnd.Exited(143));
        assertThat(BsdInfo.parse(structure(4, 0, "x")).stopped()).isTrue();
    }

    @Test
    void takesTheSignalFromTheZombieWhereTheKernelDoesNotNameIt() {
        LeaderEnd unnamed = new LeaderEnd.Killed(0, false);
        assertThat(MacSight.signalled(unnamed, Optional.of(BsdInfo.parse(structure(5, 9, "x")))))
                .isEqualTo(new LeaderEnd.Killed(9, false));
        assertThat(MacSight.signalled(unnamed, Optional.empty()))
                .isInstanceOf(LeaderEnd.NotSeen.class);
        assertThat(MacSight.signalled(new LeaderEnd.Exited(0), Optional.empty()))
                .isEqualTo(new LeaderEnd.Exited(0));
        assertThat(MacSight.signalled(new LeaderEnd.Killed(15, false), Optional.empty()))
                .isEqualTo(new LeaderEnd.Killed(15, false));
    }

    @Test
    void refusesAStructureOfAnotherSize() {
        assertThatThrownBy(() -> BsdInfo.parse(new byte[135]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesABootByTheStartOfItsId() {
        assertThat(BootSession.space("5E6FFEBE-0123-4567-89AB-CDEF01234567\n"))
                .isEqualTo("5e6ffebe0123.0");
        assertThat(BootSession.space("")).isEqualTo("unknown.0");
        assertThat(BootSession.space("sysctl: unknown oid")).isEqualTo("unknown.0");
    }

    @Test
    void refusesToOpenOnAnotherSystem() {
        assumeThat(System.getProperty("os.name")).doesNotContainIgnoringCase("mac");
        assertThatThrownBy(MacUnits::open)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("macOS");
    }

    private static byte[] structure(int state, int waitStatus, String name) {
        byte[] structure = new byte[(int) DECLARED.byteSize()];
        ByteBuffer fields = ByteBuffer.wrap(structure).order(ByteOrder.LITTLE_ENDIAN);
        fields.putInt(at("pbi_status"), state);
        fields.putInt(at("pbi_xstatus"), waitStatus);
        fields.putInt(at("pbi_pid"), 501);
        fields.putInt(at("pbi_ppid"), 77);
        fields.putInt(at("pbi_pgid"), 500);
        fields.putLong(at("pbi_start_tvsec"), 1_700_000_000L);
        fields.putLong(at("pbi_start_tvusec"), 123_456L);
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, structure, at("pbi_name"), bytes.length);
        return structure;
    }

    private static int at(String field) {
        return (int) DECLARED.byteOffset(MemoryLayout.PathElement.groupElement(field));
    }
}
