package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Calls that only Linux has; see prctl(2), pidfd_open(2), pidfd_send_signal(2). */
public final class LinuxCalls {
    /** There is no such process. */
    public static final int GONE = -1;
    /** This kernel has no descriptors of processes, or gives out none. */
    public static final int UNSUPPORTED = -2;

    private static final MethodHandle PRCTL = Native.variadic(
            "prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle SYSCALL = Native.variadic(
            "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final int SET_CHILD_SUBREAPER = 36;
    /** The same on all architectures: these calls are younger than the common table. */
    private static final long PIDFD_OPEN = 434;

    private static final long PIDFD_SEND_SIGNAL = 424;

    private LinuxCalls() {}

    /**
     * From now on every orphan among this process's descendants becomes its child.
     *
     * @return whether the kernel took it
     */
    public static boolean adoptOrphans() {
        try (Arena arena = Arena.ofConfined()) {
            return (int) PRCTL.invokeExact(
                            Native.caught(arena), SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L)
                    == 0;
        } catch (Throwable thrown) {
            throw Native.impossible("prctl", thrown);
        }
    }

    /** A descriptor that holds a process, {@link #GONE} or {@link #UNSUPPORTED}. */
    public static int openProcess(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            long descriptor =
                    (long) SYSCALL.invokeExact(caught, PIDFD_OPEN, (long) pid, 0L, 0L, 0L);
            if (descriptor >= 0) {
                return (int) descriptor;
            }
            return Native.errno(caught) == Errno.ESRCH ? GONE : UNSUPPORTED;
        } catch (Throwable thrown) {
            throw Native.impossible("pidfd_open", thrown);
        }
    }

    /** Signals the process that a descriptor holds. */
    public static Kill.Answer signal(int descriptor, int signal) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            long answer = (long) SYSCALL.invokeExact(
                    caught, PIDFD_SEND_SIGNAL, (long) descriptor, (long) signal, 0L, 0L);
            if (answer == 0) {
                return Kill.Answer.SENT;
            }
            return Native.errno(caught) == Errno.ESRCH ? Kill.Answer.NOBODY : Kill.Answer.REFUSED;
        } catch (Throwable thrown) {
            throw Native.impossible("pidfd_send_signal", thrown);
        }
    }

    /** Closes a descriptor of a process. */
    public static void close(int descriptor) {
        new Descriptor(descriptor).close();
    }
}
