package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.quietus.execution.unit.LeaderEnd;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.Optional;

/**
 * Waiting for children by their pid, never for any child: the JVM waits for its own, and a wait for
 * any would steal their ends (measured: 6 of 30 exit codes lost beside {@code ProcessBuilder}).
 */
public final class Children {
    private static final MethodHandle WAITID =
            Native.failing("waitid", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle WAITPID =
            Native.failing("waitpid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

    private static final boolean MAC =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");
    private static final int P_PID = 1;
    private static final int WNOHANG = 1;
    private static final int WEXITED = 4;
    private static final int WNOWAIT = MAC ? 0x20 : 0x0100_0000;
    private static final int CLD_EXITED = 1;
    private static final int CLD_DUMPED = 3;
    /** Offsets in siginfo_t: Linux aligns the union to 8 and puts pid and uid before the status. */
    private static final long AT_CODE = 8;

    private static final long AT_PID = MAC ? 12 : 16;
    private static final long AT_STATUS = MAC ? 20 : 24;
    private static final long SIGINFO_BYTES = 128;

    private Children() {}

    /**
     * Waits until a child has ended and leaves it as it is: its pid, and with it the id of its
     * group and session, stay its own until it is {@linkplain #reap reaped}.
     *
     * @throws SystemCallException when it is no child of this process
     */
    public static LeaderEnd await(int pid) throws SystemCallException {
        return look(pid, WEXITED | WNOWAIT).orElseThrow();
    }

    /** The end of a child, if it has ended; leaves it as it is. */
    public static Optional<LeaderEnd> ended(int pid) throws SystemCallException {
        return look(pid, WEXITED | WNOWAIT | WNOHANG);
    }

    private static Optional<LeaderEnd> look(int pid, int options) throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            MemorySegment told = arena.allocate(SIGINFO_BYTES, 8);
            while ((int) WAITID.invokeExact(caught, P_PID, pid, told, options) != 0) {
                if (Native.errno(caught) != Errno.EINTR) {
                    throw new SystemCallException("waiting for " + pid, Native.errno(caught));
                }
            }
            if (told.get(JAVA_INT, AT_PID) == 0) {
                return Optional.empty();
            }
            int code = told.get(JAVA_INT, AT_CODE);
            int status = told.get(JAVA_INT, AT_STATUS);
            return Optional.of(
                    code == CLD_EXITED
                            ? new LeaderEnd.Exited(status & 0xff)
                            : new LeaderEnd.Killed(status, code == CLD_DUMPED));
        } catch (SystemCallException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Native.impossible("waitid", thrown);
        }
    }

    /**
     * Gives the pid of an ended child back to the system.
     *
     * @return whether it had ended and was a child
     */
    public static boolean reap(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Native.caught(arena);
            MemorySegment status = arena.allocate(JAVA_INT);
            return (int) WAITPID.invokeExact(caught, pid, status, WNOHANG) == pid;
        } catch (Throwable thrown) {
            throw Native.impossible("waitpid", thrown);
        }
    }
}
