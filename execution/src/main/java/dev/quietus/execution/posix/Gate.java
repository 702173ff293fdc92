package dev.quietus.execution.posix;

import java.util.ArrayList;
import java.util.List;

/**
 * The gate of a child, which is its descriptor 3: a shell reads one line from it, closes it, and
 * becomes the command. At the end of input instead of a line it ends, with nothing run.
 */
public final class Gate {
    /** The shell that waits. */
    public static final String SHELL = "/bin/sh";

    /** What it does. Its number stays the same over exec. */
    public static final String SHIM = "read -r go <&3 || exit 125; exec 3<&-; exec \"$@\"";

    private static final byte[] GO = {'g', 'o', '\n'};

    private Gate() {}

    /** The arguments of a shell that waits and becomes this command. */
    public static List<String> before(List<String> command) {
        List<String> arguments = new ArrayList<>(List.of(SHELL, "-c", SHIM, "quietus"));
        arguments.addAll(command);
        return arguments;
    }

    /**
     * Writes the line, and leaves our end open.
     *
     * @throws SystemCallException when nobody waits any more
     */
    public static void open(Descriptor gate) throws SystemCallException {
        gate.write(GO, 0, GO.length);
    }
}
