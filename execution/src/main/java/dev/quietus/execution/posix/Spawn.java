package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitName;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * posix_spawn(3): a child in a session and process group of its own, with default signals and an
 * empty signal mask, that inherits the four descriptors it is given and nothing else.
 *
 * @param program path of the program
 * @param arguments all arguments, the zeroth first
 * @param environment the whole environment
 * @param directory where it starts
 * @param input becomes its standard input
 * @param output becomes its standard output
 * @param error becomes its standard error
 * @param gate becomes its descriptor 3
 */
public record Spawn(
        String program,
        List<String> arguments,
        Map<String, String> environment,
        Path directory,
        Descriptor input,
        Descriptor output,
        Descriptor error,
        Descriptor gate) {
    private static final boolean MAC =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");
    /** SETSID, SETSIGMASK, SETSIGDEF; on macOS also that nothing is inherited by default. */
    private static final short FLAGS =
            (short) (MAC ? 0x0400 | 0x0008 | 0x0004 | 0x4000 : 0x80 | 0x08 | 0x04);

    private static final MethodHandle SPAWN = Native.plain(
            "posix_spawn", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle ACTIONS_INIT =
            Native.plain("posix_spawn_file_actions_init", JAVA_INT, ADDRESS);
    private static final MethodHandle ACTIONS_DESTROY =
            Native.plain("posix_spawn_file_actions_destroy", JAVA_INT, ADDRESS);
    private static final MethodHandle ADD_DUP2 =
            Native.plain("posix_spawn_file_actions_adddup2", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle ADD_CHDIR =
            Native.plain("posix_spawn_file_actions_addchdir_np", JAVA_INT, ADDRESS, ADDRESS);
    private static final Optional<MethodHandle> ADD_CLOSE_FROM =
            Native.perhaps("posix_spawn_file_actions_addclosefrom_np", JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle ATTRIBUTES_INIT =
            Native.plain("posix_spawnattr_init", JAVA_INT, ADDRESS);
    private static final MethodHandle ATTRIBUTES_DESTROY =
            Native.plain("posix_spawnattr_destroy", JAVA_INT, ADDRESS);
    private static final MethodHandle SET_FLAGS =
            Native.plain("posix_spawnattr_setflags", JAVA_INT, ADDRESS, JAVA_SHORT);
    private static final MethodHandle SET_MASK =
            Native.plain("posix_spawnattr_setsigmask", JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SET_DEFAULTS =
            Native.plain("posix_spawnattr_setsigdefault", JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle EMPTY_SET = Native.plain("sigemptyset", JAVA_INT, ADDRESS);
    private static final MethodHandle FULL_SET = Native.plain("sigfillset", JAVA_INT, ADDRESS);

    /** More than any known C library needs: 80, 336 and 128 bytes with glibc. */
    private static final long ROOM = 1_024;

    /** Copies what may be changed by the caller. */
    public Spawn {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /**
     * A unit's leader behind its gate.
     *
     * @param pipes input, output, error and gate
     */
    public static Spawn leader(UnitCommand command, String mark, List<Pipe> pipes) {
        return leader(
                Gate.before(command.arguments()),
                command,
                mark,
                pipes,
                pipes.get(3).reading());
    }

    /**
     * A unit's leader: its environment carries the unit's mark.
     *
     * @param arguments the program's path first
     * @param command where it starts, and with which environment
     * @param pipes input, output and error
     * @param gate the child's end of its gate
     */
    public static Spawn leader(
            List<String> arguments,
            UnitCommand command,
            String mark,
            List<Pipe> pipes,
            Descriptor gate) {
        Map<String, String> environment = new HashMap<>(command.environment());
        environment.put(UnitName.MARKER, mark);
        return new Spawn(
                arguments.getFirst(),
                arguments,
                environment,
                command.directory(),
                pipes.get(0).reading(),
                pipes.get(1).writing(),
                pipes.get(2).writing(),
                gate);
    }

    /**
     * Why children can't be started this way here; empty when they can. Without the close-from
     * action every open file and listening socket of the JVM would leak into them.
     */
    public static Optional<String> lacking() {
        return MAC || ADD_CLOSE_FROM.isPresent()
                ? Optional.empty()
                : Optional.of("the C library has no posix_spawn_file_actions_addclosefrom_np");
    }

    /**
     * Starts the child.
     *
     * @return its pid, which is also the id of its group and session
     * @throws SystemCallException when the system refuses; then there is no child
     */
    public int start() throws SystemCallException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment actions = arena.allocate(ROOM, 16);
            MemorySegment attributes = arena.allocate(ROOM, 16);
            check("spawn actions", (int) ACTIONS_INIT.invokeExact(actions));
            check("spawn attributes", (int) ATTRIBUTES_INIT.invokeExact(attributes));
            try {
                describe(arena, actions, attributes);
                return start(arena, actions, attributes);
            } finally {
                check("spawn actions", (int) ACTIONS_DESTROY.invokeExact(actions));
                check("spawn attributes", (int) ATTRIBUTES_DESTROY.invokeExact(attributes));
            }
        } catch (SystemCallException refused) {
            throw refused;
        } catch (Throwable thrown) {
            throw Native.impossible("posix_spawn", thrown);
        }
    }

    /** Closes here what a started child was given: it has its own of each. */
    public void closeGiven() {
        input.close();
        output.close();
        error.close();
        gate.close();
    }

    private void describe(Arena arena, MemorySegment actions, MemorySegment attributes)
            throws Throwable {
        duplicate(actions, input, 0);
        duplicate(actions, output, 1);
        duplicate(actions, error, 2);
        duplicate(actions, gate, 3);
        MemorySegment folder = arena.allocateFrom(directory.toString());
        check("working directory", (int) ADD_CHDIR.invokeExact(actions, folder));
        if (!MAC) {
            check("closing", (int) ADD_CLOSE_FROM.orElseThrow().invokeExact(actions, 4));
        }
        MemorySegment signals = arena.allocate(ROOM, 16);
        check("signals", (int) EMPTY_SET.invokeExact(signals));
        check("signal mask", (int) SET_MASK.invokeExact(attributes, signals));
        check("signals", (int) FULL_SET.invokeExact(signals));
        check("signal defaults", (int) SET_DEFAULTS.invokeExact(attributes, signals));
        check("spawn flags", (int) SET_FLAGS.invokeExact(attributes, FLAGS));
    }

    private static void duplicate(MemorySegment actions, Descriptor from, int to) throws Throwable {
        check("descriptors", (int) ADD_DUP2.invokeExact(actions, from.number(), to));
    }

    private int start(Arena arena, MemorySegment actions, MemorySegment attributes)
            throws Throwable {
        MemorySegment pid = arena.allocate(JAVA_INT);
        MemorySegment path = arena.allocateFrom(program);
        MemorySegment argv = Native.strings(arena, arguments, arguments.size());
        List<String> pairs = environment.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .toList();
        MemorySegment envp = Native.strings(arena, pairs, pairs.size());
        check("starting " + program + " in " + directory, (int)
                SPAWN.invokeExact(pid, path, actions, attributes, argv, envp));
        return pid.get(JAVA_INT, 0);
    }

    /** These functions return their error; {@code errno} means nothing for them. */
    private static void check(String attempted, int error) throws SystemCallException {
        if (error != 0) {
            throw new SystemCallException(attempted, error);
        }
    }
}
