package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** kill(2). */
public final class Kill {
    private static final MethodHandle KILL = Native.failing("kill", JAVA_INT, JAVA_INT, JAVA_INT);

    private Kill() {}

    /** What came of a signal. Sent is not arrived, and arrived is not ended. */
    public enum Answer {
        /** The system took it. */
        SENT,
        /** There is nobody. */
        NOBODY,
        /** It may not be signalled by this user. */
        REFUSED
    }

    /**
     * Signals one process. Whoever calls knows that the pid still means the process it means: a
     * child that is not reaped yet, or one that a descriptor holds.
     */
    public static Answer process(int pid, int signal) {
        if (pid <= 1) {
            throw new IllegalArgumentException("no pid to signal: " + pid);
        }
        return kill(pid, signal);
    }

    /** Signals a process group, whose leader is a child that is not reaped yet. */
    public static Answer group(int leader, int signal) {
        if (leader <= 1) {
            throw new IllegalArgumentException("no group to signal: " + leader);
        }
        return kill(-leader, signal);
    }

    private static Answer kill(int target, int signal) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            if ((int) KILL.invokeExact(caught, target, signal) == 0) {
                return Answer.SENT;
            }
            return Native.errno(caught) == Errno.ESRCH ? Answer.NOBODY : Answer.REFUSED;
        } catch (Throwable thrown) {
            throw Native.impossible("kill", thrown);
        }
    }
}
