package dev.quietus.execution.windows;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/** The calls about Job Objects, jobapi.h and jobapi2.h. */
final class Jobs {
    private static final MethodHandle CREATE =
            Kernel32.failing("CreateJobObjectW", JAVA_LONG, ADDRESS, ADDRESS);
    private static final MethodHandle OPEN =
            Kernel32.failing("OpenJobObjectW", JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle SET = Kernel32.failing(
            "SetInformationJobObject", JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle QUERY = Kernel32.failing(
            "QueryInformationJobObject", JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
    private static final MethodHandle ASSIGN =
            Kernel32.failing("AssignProcessToJobObject", JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle IS_IN =
            Kernel32.failing("IsProcessInJob", JAVA_INT, JAVA_LONG, JAVA_LONG, ADDRESS);
    private static final MethodHandle TERMINATE =
            Kernel32.failing("TerminateJobObject", JAVA_INT, JAVA_LONG, JAVA_INT);

    /** Values of JOBOBJECTINFOCLASS, winnt.h. */
    private static final int ACCOUNTING = 1;

    private static final int PROCESS_LIST = 3;
    private static final int EXTENDED_LIMITS = 9;
    /** JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE; without either flag of breaking away. */
    private static final int KILL_ON_CLOSE = 0x2000;
    /** JOB_OBJECT_QUERY and JOB_OBJECT_TERMINATE. */
    private static final int QUERY_AND_TERMINATE = 0x4 | 0x8;

    private static final int FIRST_ROOM = 256;
    private static final int MOST_PROCESSES = 1 << 20;

    private Jobs() {}

    /**
     * Makes a job whose processes are killed when its last handle is closed, by whatever: also by
     * the end of this process.
     */
    static Handle create(String name) throws WindowsException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Kernel32.caught(arena);
            long handle = (long)
                    CREATE.invokeExact(caught, MemorySegment.NULL, Kernel32.text(arena, name));
            if (handle == 0) {
                throw new WindowsException("making a job object", Kernel32.lastError(caught));
            }
            Handle job = new Handle(handle);
            MemorySegment limits = arena.allocate(Layouts.LIMITS_BYTES, 8);
            limits.set(JAVA_INT, Layouts.LIMITS_FLAGS, KILL_ON_CLOSE);
            int set = (int) SET.invokeExact(
                    caught, handle, EXTENDED_LIMITS, limits, (int) Layouts.LIMITS_BYTES);
            if (set == 0) {
                int error = Kernel32.lastError(caught);
                job.close();
                throw new WindowsException("limiting a job object", error);
            }
            return job;
        } catch (WindowsException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("CreateJobObjectW", thrown);
        }
    }

    /** The job of a name while somebody has it open; empty when nobody has. */
    static Optional<Handle> find(String name) {
        try (Arena arena = Arena.ofConfined()) {
            long handle = (long) OPEN.invokeExact(
                    Kernel32.caught(arena), QUERY_AND_TERMINATE, 0, Kernel32.text(arena, name));
            return handle == 0 ? Optional.empty() : Optional.of(new Handle(handle));
        } catch (Throwable thrown) {
            throw Kernel32.impossible("OpenJobObjectW", thrown);
        }
    }

    /** Makes sure that a process which has not run yet is in the job. */
    static void hold(Handle job, Handle process) throws WindowsException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Kernel32.caught(arena);
            MemorySegment in = arena.allocate(JAVA_INT);
            int asked = (int) IS_IN.invokeExact(caught, process.value(), job.value(), in);
            if (asked != 0 && in.get(JAVA_INT, 0) != 0) {
                return;
            }
            if ((int) ASSIGN.invokeExact(caught, job.value(), process.value()) == 0) {
                throw new WindowsException(
                        "putting a process into its job", Kernel32.lastError(caught));
            }
        } catch (WindowsException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("AssignProcessToJobObject", thrown);
        }
    }

    /** How many processes live in the job, by the kernel's own count; -1 when it does not tell. */
    static int active(Handle job) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment told = arena.allocate(Layouts.ACCOUNTING_BYTES, 8);
            int answer = (int) QUERY.invokeExact(
                    Kernel32.caught(arena),
                    job.value(),
                    ACCOUNTING,
                    told,
                    (int) Layouts.ACCOUNTING_BYTES,
                    MemorySegment.NULL);
            return answer == 0 ? -1 : told.get(JAVA_INT, Layouts.ACCOUNTING_ACTIVE);
        } catch (Throwable thrown) {
            throw Kernel32.impossible("QueryInformationJobObject", thrown);
        }
    }

    /** The numbers of the processes in the job. */
    static List<Integer> processes(Handle job) {
        for (int room = FIRST_ROOM; room <= MOST_PROCESSES; room *= 4) {
            Optional<List<Integer>> listed = list(job, room);
            if (listed.isPresent()) {
                return listed.get();
            }
        }
        return List.of();
    }

    private static Optional<List<Integer>> list(Handle job, int room) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment caught = Kernel32.caught(arena);
            long bytes = Layouts.LIST_FIRST + room * Layouts.LIST_EACH;
            MemorySegment told = arena.allocate(bytes, 8);
            int answer = (int) QUERY.invokeExact(
                    caught, job.value(), PROCESS_LIST, told, (int) bytes, MemorySegment.NULL);
            if (answer == 0 && Kernel32.lastError(caught) == WindowsException.MORE_DATA) {
                return Optional.empty();
            }
            return Optional.of(answer == 0 ? List.of() : Layouts.processes(told));
        } catch (Throwable thrown) {
            throw Kernel32.impossible("QueryInformationJobObject", thrown);
        }
    }

    /** Kills every process in the job; each gets this exit code. */
    static void terminate(Handle job, int code) {
        try (Arena arena = Arena.ofConfined()) {
            int ignored = (int) TERMINATE.invokeExact(Kernel32.caught(arena), job.value(), code);
        } catch (Throwable thrown) {
            throw Kernel32.impossible("TerminateJobObject", thrown);
        }
    }
}
