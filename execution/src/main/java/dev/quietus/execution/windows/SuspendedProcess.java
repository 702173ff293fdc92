package dev.quietus.execution.windows;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * A process that is there and has not run: created suspended, in its job from its first moment,
 * with three pipe ends inherited and nothing else.
 *
 * @param process the process
 * @param thread its first thread, which waits
 * @param pid its number, and that of its console process group
 */
record SuspendedProcess(Handle process, Handle thread, int pid) {
    private static final MethodHandle CREATE = Kernel32.failing(
            "CreateProcessW",
            JAVA_INT,
            ADDRESS,
            ADDRESS,
            ADDRESS,
            ADDRESS,
            JAVA_INT,
            JAVA_INT,
            ADDRESS,
            ADDRESS,
            ADDRESS,
            ADDRESS);
    private static final MethodHandle INITIALIZE_LIST = Kernel32.failing(
            "InitializeProcThreadAttributeList", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle UPDATE_LIST = Kernel32.failing(
            "UpdateProcThreadAttribute",
            JAVA_INT,
            ADDRESS,
            JAVA_INT,
            JAVA_LONG,
            ADDRESS,
            JAVA_LONG,
            ADDRESS,
            ADDRESS);
    private static final MethodHandle DELETE_LIST =
            Kernel32.silent("DeleteProcThreadAttributeList", ADDRESS);

    /**
     * CREATE_SUSPENDED, CREATE_NEW_PROCESS_GROUP, CREATE_UNICODE_ENVIRONMENT and
     * EXTENDED_STARTUPINFO_PRESENT, winbase.h.
     */
    private static final int FLAGS = 0x4 | 0x200 | 0x400 | 0x8_0000;

    private static final int STARTF_USESTDHANDLES = 0x100;
    /** PROC_THREAD_ATTRIBUTE_HANDLE_LIST and PROC_THREAD_ATTRIBUTE_JOB_LIST, winbase.h. */
    private static final long HANDLE_LIST = 0x2_0002;

    private static final long JOB_LIST = 0x2_000D;
    private static final long MOST_LIST_BYTES = 65_536;

    /**
     * Creates it.
     *
     * @param program the path of the program
     * @param line its command line
     * @param environment the block, see {@link EnvironmentBlock}
     * @param directory where it starts
     * @param given its standard input, output and error
     * @throws WindowsException when the system refuses; then there is no process
     */
    static SuspendedProcess create(
            String program,
            String line,
            char[] environment,
            String directory,
            List<Handle> given,
            Handle job)
            throws WindowsException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handles = arena.allocate(JAVA_LONG, given.size());
            for (int i = 0; i < given.size(); i++) {
                handles.setAtIndex(JAVA_LONG, i, given.get(i).value());
            }
            MemorySegment jobs = arena.allocateFrom(JAVA_LONG, job.value());
            MemorySegment attributes = attributes(arena);
            try {
                update(arena, attributes, HANDLE_LIST, handles);
                update(arena, attributes, JOB_LIST, jobs);
                return create(
                        arena,
                        program,
                        line,
                        arena.allocateFrom(JAVA_CHAR, environment),
                        directory,
                        startup(arena, handles, attributes));
            } finally {
                DELETE_LIST.invokeExact(attributes);
            }
        } catch (WindowsException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Kernel32.impossible("CreateProcessW", thrown);
        }
    }

    /** The first call only tells how much room the list needs. */
    private static MemorySegment attributes(Arena arena) throws Throwable {
        MemorySegment caught = Kernel32.caught(arena);
        MemorySegment size = arena.allocate(JAVA_LONG);
        int told = (int) INITIALIZE_LIST.invokeExact(caught, MemorySegment.NULL, 2, 0, size);
        long bytes = size.get(JAVA_LONG, 0);
        if (told != 0 || bytes <= 0 || bytes > MOST_LIST_BYTES) {
            throw new WindowsException("asking for attributes", Kernel32.lastError(caught));
        }
        MemorySegment attributes = arena.allocate(bytes, 16);
        if ((int) INITIALIZE_LIST.invokeExact(caught, attributes, 2, 0, size) == 0) {
            throw new WindowsException("preparing attributes", Kernel32.lastError(caught));
        }
        return attributes;
    }

    private static void update(
            Arena arena, MemorySegment attributes, long which, MemorySegment value)
            throws Throwable {
        MemorySegment caught = Kernel32.caught(arena);
        MemorySegment none = MemorySegment.NULL;
        int set = (int) UPDATE_LIST.invokeExact(
                caught, attributes, 0, which, value, value.byteSize(), none, none);
        if (set == 0) {
            throw new WindowsException("setting an attribute", Kernel32.lastError(caught));
        }
    }

    private static MemorySegment startup(
            Arena arena, MemorySegment handles, MemorySegment attributes) {
        MemorySegment startup = arena.allocate(Layouts.STARTUP_BYTES, 8);
        startup.set(JAVA_INT, Layouts.STARTUP_CB, (int) Layouts.STARTUP_BYTES);
        startup.set(JAVA_INT, Layouts.STARTUP_FLAGS, STARTF_USESTDHANDLES);
        startup.set(JAVA_LONG, Layouts.STARTUP_INPUT, handles.getAtIndex(JAVA_LONG, 0));
        startup.set(JAVA_LONG, Layouts.STARTUP_OUTPUT, handles.getAtIndex(JAVA_LONG, 1));
        startup.set(JAVA_LONG, Layouts.STARTUP_ERROR, handles.getAtIndex(JAVA_LONG, 2));
        startup.set(ADDRESS, Layouts.STARTUP_ATTRIBUTES, attributes);
        return startup;
    }

    private static SuspendedProcess create(
            Arena arena,
            String program,
            String line,
            MemorySegment environment,
            String directory,
            MemorySegment startup)
            throws Throwable {
        MemorySegment caught = Kernel32.caught(arena);
        MemorySegment made = arena.allocate(Layouts.PROCESS_BYTES, 8);
        int answer = (int) CREATE.invokeExact(
                caught,
                Kernel32.text(arena, program),
                Kernel32.text(arena, line),
                MemorySegment.NULL,
                MemorySegment.NULL,
                1,
                FLAGS,
                environment,
                Kernel32.text(arena, directory),
                startup,
                made);
        if (answer == 0) {
            throw new WindowsException(
                    "starting " + program + " in " + directory, Kernel32.lastError(caught));
        }
        return new SuspendedProcess(
                new Handle(made.get(JAVA_LONG, Layouts.PROCESS_HANDLE)),
                new Handle(made.get(JAVA_LONG, Layouts.PROCESS_THREAD)),
                made.get(JAVA_INT, Layouts.PROCESS_ID));
    }
}
