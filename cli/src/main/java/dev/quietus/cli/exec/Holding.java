package dev.quietus.cli.exec;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.execution.Units;
import dev.quietus.execution.unit.UnitSystem;

/** How this machine holds together what is started, found before anything is recorded of it. */
public final class Holding {
    private Holding() {}

    /**
     * Opens it.
     *
     * @param command who asks, such as {@code exec}
     * @param what what is to be started, such as {@code a command}
     * @throws CommandException if there is nothing here that does what is wished for
     */
    public static UnitSystem open(Units.Wish wish, String command, String what) {
        try {
            return Units.open(wish);
        } catch (UnsupportedOperationException e) {
            throw new CommandException(
                    Exit.ERROR,
                    command + ": this machine can't hold " + what + " together: " + e.getMessage()
                            + "; nothing was recorded or run",
                    e);
        }
    }
}
