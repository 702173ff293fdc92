package dev.quietus.cli.view;

/**
 * A command can't do what was asked. The message is the one line that people read: what, why, what
 * to do.
 */
public final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exit;

    /** With one of {@link Exit}'s codes. */
    public CommandException(int exit, String message) {
        super(message);
        this.exit = exit;
    }

    /** The same with what it came from. */
    public CommandException(int exit, String message, Throwable cause) {
        super(message, cause);
        this.exit = exit;
    }

    /** The command line or configuration is wrong. */
    public static CommandException usage(String message) {
        return new CommandException(Exit.USAGE, message);
    }

    /** The exit code. */
    public int exit() {
        return exit;
    }
}
