package dev.quietus.execution.unit;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What is to be run.
 *
 * @param arguments the program and its arguments; at least the program
 * @param directory where it starts
 * @param environment its whole environment; the marker of the unit is added to it
 */
public record UnitCommand(List<String> arguments, Path directory, Map<String, String> environment) {
    private static final int MAX_ARGUMENTS = 100_000;

    /** Checks the bounds. */
    public UnitCommand {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
        if (arguments.isEmpty() || arguments.getFirst().isEmpty()) {
            throw new IllegalArgumentException("no command to run");
        }
        if (arguments.size() > MAX_ARGUMENTS) {
            throw new IllegalArgumentException(
                    "the command has more than " + MAX_ARGUMENTS + " arguments");
        }
        arguments.forEach(UnitCommand::withoutNul);
        environment.forEach((name, value) -> {
            withoutNul(name);
            withoutNul(value);
        });
    }

    private static void withoutNul(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a NUL character in the command or environment");
        }
    }
}
