package dev.quietus.execution.windows;

import java.io.IOException;
import java.util.List;

/**
 * The one string in which Windows hands arguments to a program, so that {@code CommandLineToArgvW}
 * and the C runtime take it apart into the same arguments again: see Microsoft's "Parsing C
 * command-line arguments". Programs with rules of their own are not reached by it.
 */
final class CommandLine {
    /** What CreateProcessW takes, the NUL at its end included. */
    static final int MOST_CHARACTERS = 32_767;

    private CommandLine() {}

    /**
     * Puts it together.
     *
     * @param program stands first, always in quotation marks
     * @throws IOException when it is too long, or the program's name has a quotation mark
     */
    static String of(String program, List<String> arguments) throws IOException {
        if (program.indexOf('"') >= 0) {
            throw new IOException("a quotation mark in the name of the program: " + program);
        }
        StringBuilder line = new StringBuilder().append('"').append(program).append('"');
        for (String argument : arguments) {
            line.append(' ');
            quote(argument, line);
        }
        return bounded(line.toString());
    }

    static String bounded(String line) throws IOException {
        if (line.length() >= MOST_CHARACTERS) {
            throw new IOException("the command line has " + line.length()
                    + " characters; Windows takes " + (MOST_CHARACTERS - 1));
        }
        return line;
    }

    /** In quotation marks where it would not be one argument without; see {@link #enclose}. */
    static void quote(String argument, StringBuilder into) {
        boolean plain = !argument.isEmpty()
                && argument.chars().noneMatch(each -> " \t\n\u000b\"".indexOf(each) >= 0);
        if (plain) {
            into.append(argument);
        } else {
            enclose(argument, into);
        }
    }

    /**
     * In quotation marks. A backslash means itself, except in a row that ends at a quotation mark:
     * there each is doubled, and one more keeps the quotation mark from ending the argument.
     */
    static void enclose(String argument, StringBuilder into) {
        into.append('"');
        int backslashes = 0;
        for (int i = 0; i < argument.length(); i++) {
            char each = argument.charAt(i);
            if (each == '\\') {
                backslashes++;
                continue;
            }
            into.repeat('\\', each == '"' ? 2 * backslashes + 1 : backslashes).append(each);
            backslashes = 0;
        }
        into.repeat('\\', 2 * backslashes).append('"');
    }
}
