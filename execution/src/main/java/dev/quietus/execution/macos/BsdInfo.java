package dev.quietus.execution.macos;

import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.ProcessKey;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * What macOS tells of a process: {@code struct proc_bsdinfo}, bsd/sys/proc_info.h of the xnu
 * sources. Its start is told in milliseconds since 1970, as the JDK tells it on macOS.
 *
 * @param pid its number
 * @param parent its parent's number
 * @param group its process group
 * @param state the number of its state, bsd/sys/proc.h
 * @param waitStatus how it ended, when it is a zombie
 * @param startedAt when it was started
 * @param name its name, at most 32 bytes of it
 */
record BsdInfo(
        int pid, int parent, int group, int state, int waitStatus, long startedAt, String name) {
    /** Size of the structure, and where its fields are. */
    static final int BYTES = 136;

    private static final int AT_STATUS = 4;
    private static final int AT_WAIT_STATUS = 8;
    private static final int AT_PID = 12;
    private static final int AT_PARENT = 16;
    private static final int AT_COMMAND = 48;
    private static final int COMMAND_BYTES = 16;
    private static final int AT_NAME = 64;
    private static final int NAME_BYTES = 32;
    private static final int AT_GROUP = 100;
    private static final int AT_START_SECONDS = 120;
    private static final int AT_START_MICROSECONDS = 128;

    private static final int SIDL = 1;
    private static final int SRUN = 2;
    private static final int SSLEEP = 3;
    private static final int SSTOP = 4;
    private static final int SZOMB = 5;

    /** Takes the structure apart; all Macs of today are little-endian. */
    static BsdInfo parse(byte[] structure) {
        if (structure.length != BYTES) {
            throw new IllegalArgumentException(
                    "no proc_bsdinfo: " + structure.length + " bytes instead of " + BYTES);
        }
        ByteBuffer fields = ByteBuffer.wrap(structure).order(ByteOrder.LITTLE_ENDIAN);
        String name = text(structure, AT_NAME, NAME_BYTES);
        return new BsdInfo(
                fields.getInt(AT_PID),
                fields.getInt(AT_PARENT),
                fields.getInt(AT_GROUP),
                fields.getInt(AT_STATUS),
                fields.getInt(AT_WAIT_STATUS),
                fields.getLong(AT_START_SECONDS) * 1_000
                        + fields.getLong(AT_START_MICROSECONDS) / 1_000,
                name.isEmpty() ? text(structure, AT_COMMAND, COMMAND_BYTES) : name);
    }

    private static String text(byte[] from, int at, int most) {
        int length = 0;
        while (length < most && from[at + length] != 0) {
            length++;
        }
        return new String(from, at, length, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }

    ProcessKey key() {
        return new ProcessKey(pid, startedAt);
    }

    boolean lives() {
        return state != SZOMB;
    }

    boolean stopped() {
        return state == SSTOP;
    }

    /** As a person reads it. */
    Member member() {
        return new Member(
                key(),
                name,
                switch (state) {
                    case SIDL -> "starting";
                    case SRUN -> "running";
                    case SSLEEP -> "sleeping";
                    case SSTOP -> "stopped";
                    case SZOMB -> "ended";
                    default -> "state " + state;
                });
    }

    /** How a zombie ended, by the wait status of wait(2). */
    LeaderEnd end() {
        int signal = waitStatus & 0x7f;
        return signal == 0
                ? new LeaderEnd.Exited(waitStatus >> 8 & 0xff)
                : new LeaderEnd.Killed(signal, (waitStatus & 0x80) != 0);
    }
}
