package dev.quietus.cli;

import dev.quietus.cli.command.CommandLines;
import dev.quietus.cli.stop.StopButton;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Failure;

import java.util.Optional;

/**
 * The program {@code quietus}. {@code quietus stop} is the emergency path: it is recognized here
 * and runs without anything that the other commands load.
 */
public final class Main {

    private Main() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        Console console = Console.ofProcess();
        int exit = run(args, console);
        console.flush();
        System.exit(exit);
    }

    /** Runs the command and says its exit code. */
    public static int run(String[] args, Console console) {
        int command = command(args);
        if (command >= 0 && args[command].equals("stop")) {
            try {
                Optional<Integer> exit = StopButton.run(args, command, console);
                if (exit.isPresent()) {
                    return exit.get();
                }
            } catch (RuntimeException e) {
                return tell(e, args, console);
            }
        }
        if (command >= 0 && args[command].equals("start-up-cache")) {
            return StartUpCache.rehearse(
                    command + 1 < args.length && args[command + 1].equals("stop"));
        }
        return CommandLines.run(args, console);
    }

    private static int tell(RuntimeException failure, String[] args, Console console) {
        for (String arg : args) {
            if (arg.equals("--debug")) {
                return Failure.of(failure).tell(console, Optional.of(failure));
            }
        }
        return Failure.of(failure).tell(console, Optional.empty());
    }

    /** Where the command's word stands: behind the options that every command has; -1: nowhere. */
    private static int command(String[] args) {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--url", "--token", "--config" -> i++;
                default -> {
                    if (args[i].isEmpty() || args[i].charAt(0) != '-') {
                        return i;
                    }
                }
            }
        }
        return -1;
    }
}
