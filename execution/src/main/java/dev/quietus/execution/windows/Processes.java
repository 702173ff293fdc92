package dev.quietus.execution.windows;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.ProcessKey;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The calls about processes that are there, processthreadsapi.h, synchapi.h and winbase.h. A
 * process is told apart by its number and its creation, a FILETIME: tenths of a microsecond since
 * 1601.
 */
final class Processes {
    private static final MethodHandle OPEN =
            Kernel32.failing("OpenProcess", JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle TIMES = Kernel32.failing(
            "GetProcessTimes", JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle IMAGE = Kernel32.failing(
            "QueryFullProcessImageNameW", JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle WAIT =
            Kernel32.failing("WaitForSingleObject", JAVA_INT, JAVA_LONG, JAVA_INT);
    private static final MethodHandle EXIT_CODE =
            Kernel32.failing("GetExitCodeProcess", JAVA_INT, JAVA_LONG, ADDRESS);
    private static final MethodHandle TERMINATE =
            Kernel32.failing("TerminateProcess", JAVA_INT, JAVA_LONG, JAVA_INT);
    private static final MethodHandle RESUME =
            Kernel32.failing("ResumeThread", JAVA_INT, JAVA_LONG);
    private static final MethodHandle CONSOLE_EVENT =
            Kernel32.failing("GenerateConsoleCtrlEvent", JAVA_INT, JAVA_INT, JAVA_INT);

    /** PROCESS_QUERY_LIMITED_INFORMATION and SYNCHRONIZE. */
    private static final int LOOK_AND_WAIT = 0x1000 | 0x10_0000;

    private static final int WAIT_OBJECT_0 = 0;
    private static final int INFINITE = -1;
    private static final int CTRL_BREAK = 1;
    /** The handle that means this process to itself. */
    private static final long SELF = -1;

    private static final int LONGEST_NAME = 1_024;

    private Processes() {}

    /** A process by its number; empty when there is none or it may not be seen. */
    static Optional<Handle> open(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            long handle = (long) OPEN.invokeExact(Kernel32.caught(arena), LOOK_AND_WAIT, 0, pid);
            return handle == 0 ? Optional.empty() : Optional.of(new Handle(handle));
        } catch (Throwable thrown) {
            throw Kernel32.impossible("OpenProcess", thrown);
        }
    }

    /** This process. */
    static ProcessKey self() {
        return new ProcessKey(ProcessHandle.current().pid(), createdAt(SELF));
    }

    /** When a process was created; 0 when that is not told. */
    static long createdAt(long process) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment times = arena.allocate(JAVA_LONG, 4);
            int answer = (int) TIMES.invokeExact(
                    Kernel32.caught(arena),
                    process,
                    times,
                    times.asSlice(8),
                    times.asSlice(16),
                    times.asSlice(24));
            return answer == 0 ? 0 : Math.max(0, times.get(JAVA_LONG, 0));
        } catch (Throwable thrown) {
            throw Kernel32.impossible("GetProcessTimes", thrown);
        }
    }

    /** Exactly this process, if it lives. */
    static Optional<Member> living(ProcessKey key) {
        Optional<Handle> opened = open((int) key.pid());
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        try (Handle process = opened.get()) {
            return createdAt(process.value()) == key.startedAt() && !hasEnded(process)
                    ? Optional.of(new Member(key, image(process), "running"))
                    : Optional.empty();
        }
    }

    /** A process of a job by its number. One that may not be looked at is taken to live. */
    static Optional<Member> inJob(int pid) {
        Optional<Handle> opened = open(pid);
        if (opened.isEmpty()) {
            return Optional.of(new Member(new ProcessKey(pid, 0), "[" + pid + "]", "not visible"));
        }
        try (Handle process = opened.get()) {
            return hasEnded(process)
                    ? Optional.empty()
                    : Optional.of(new Member(
                            new ProcessKey(pid, createdAt(process.value())),
                            image(process),
                            "running"));
        }
    }

    private static String image(Handle process) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(JAVA_CHAR, LONGEST_NAME);
            MemorySegment length = arena.allocateFrom(JAVA_INT, LONGEST_NAME);
            int answer = (int)
                    IMAGE.invokeExact(Kernel32.caught(arena), process.value(), 0, name, length);
            if (answer == 0) {
                return "[unnamed]";
            }
            char[] characters = name.asSlice(0, 2L * length.get(JAVA_INT, 0)).toArray(JAVA_CHAR);
            return new String(characters).replaceAll("\\p{Cntrl}", "?");
        } catch (Throwable thrown) {
            throw Kernel32.impossible("QueryFullProcessImageNameW", thrown);
        }
    }

    /** Whether a process has ended. */
    static boolean hasEnded(Handle process) {
        return await(process, 0);
    }

    /** Waits until a process has ended. */
    static boolean awaitEnd(Handle process) {
        return await(process, INFINITE);
    }

    private static boolean await(Handle process, int millis) {
        try (Arena arena = Arena.ofConfined()) {
            return (int) WAIT.invokeExact(Kernel32.caught(arena), process.value(), millis)
                    == WAIT_OBJECT_0;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("WaitForSingleObject", thrown);
        }
    }

    /** The exit code of an ended process. */
    static Optional<Integer> exitCode(Handle process) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment code = arena.allocate(JAVA_INT);
            int answer = (int) EXIT_CODE.invokeExact(Kernel32.caught(arena), process.value(), code);
            return answer == 0 ? Optional.empty() : Optional.of(code.get(JAVA_INT, 0));
        } catch (Throwable thrown) {
            throw Kernel32.impossible("GetExitCodeProcess", thrown);
        }
    }

    /** Kills a process that has not run yet. */
    static void terminate(Handle process, int code) {
        try (Arena arena = Arena.ofConfined()) {
            int ignored =
                    (int) TERMINATE.invokeExact(Kernel32.caught(arena), process.value(), code);
        } catch (Throwable thrown) {
            throw Kernel32.impossible("TerminateProcess", thrown);
        }
    }

    /** Lets the first thread of a process run that was created suspended. */
    static void resume(Handle thread) throws WindowsException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Kernel32.caught(arena);
            if ((int) RESUME.invokeExact(caught, thread.value()) == -1) {
                throw new WindowsException("letting the command run", Kernel32.lastError(caught));
            }
        } catch (WindowsException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("ResumeThread", thrown);
        }
    }

    /**
     * Sends Ctrl-Break to a console process group. Whoever calls knows that the leader of the group
     * is one and still lives: the number of any other process would mean everybody at this console.
     *
     * @return whether the console took it; not without a console that both share
     */
    static boolean sendBreak(int group) {
        if (group <= 0) {
            throw new IllegalArgumentException("no group to signal: " + group);
        }
        try (Arena arena = Arena.ofConfined()) {
            return (int) CONSOLE_EVENT.invokeExact(Kernel32.caught(arena), CTRL_BREAK, group) != 0;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("GenerateConsoleCtrlEvent", thrown);
        }
    }
}
