package dev.quietus.cli.exec;

import dev.quietus.cli.view.CommandException;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/** Finds the program of a command before anything is recorded of it. */
public final class Program {
    /** What shells answer for a program that is not there. */
    static final int NOT_FOUND = 127;
    /** What shells answer for one that is there and can't be run. */
    static final int NOT_EXECUTABLE = 126;

    private Program() {}

    /**
     * Looks where the shell would look.
     *
     * @param name as it was written
     * @param directory where relative paths begin
     * @throws CommandException when there is nothing to run
     */
    public static void require(String name, Map<String, String> environment, Path directory) {
        boolean seen = false;
        try {
            if (name.indexOf('/') >= 0) {
                Path file = directory.resolve(name);
                if (runs(file)) {
                    return;
                }
                seen = Files.exists(file);
            } else {
                String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
                for (String folder : path.split(File.pathSeparator, -1)) {
                    Path file = directory.resolve(folder).resolve(name);
                    if (runs(file)) {
                        return;
                    }
                    seen |= Files.isRegularFile(file);
                }
            }
        } catch (InvalidPathException e) {
            throw notFound(name);
        }
        if (seen) {
            throw new CommandException(
                    NOT_EXECUTABLE, "exec: '" + name + "' is there, but can't be run");
        }
        throw notFound(name);
    }

    private static CommandException notFound(String name) {
        return new CommandException(
                NOT_FOUND, "exec: there is no program '" + name + "'; nothing was recorded or run");
    }

    private static boolean runs(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
