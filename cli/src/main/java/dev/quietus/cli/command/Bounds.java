package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;

/** Checks of numbers on the command line. */
final class Bounds {

    private Bounds() {}

    static int check(String flag, int value, int least, int most) {
        if (value < least || value > most) {
            throw CommandException.usage(
                    flag + ": expected " + least + " to " + most + ", found " + value);
        }
        return value;
    }
}
