package dev.quietus.execution.windows;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The command line of a batch file. {@code cmd.exe} reads it by rules of its own, by which an
 * argument can start another command (known as CVE-2024-24576 and its kin), and no quoting holds
 * against them all. So what those rules could take for more than text is refused.
 */
final class BatchLine {
    private static final String META = "\"%!^&|<>()";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:\\\\-]+");

    private BatchLine() {}

    /**
     * Puts it together.
     *
     * @param interpreter the path of {@code cmd.exe}
     * @param script the path of the batch file
     * @throws IOException when the path or an argument has a character that has a meaning of its
     *     own to {@code cmd.exe}
     */
    static String of(String interpreter, String script, List<String> arguments) throws IOException {
        // A space, a bracket and an ampersand are mere text between quotation marks.
        if (script.chars().anyMatch(each -> each < ' ' || "\"%!".indexOf(each) >= 0)) {
            throw refused("the path of the batch file", script);
        }
        StringBuilder line = new StringBuilder()
                .append('"')
                .append(interpreter)
                .append("\" /e:ON /v:OFF /d /s /c \"\"")
                .append(script)
                .append('"');
        for (String argument : arguments) {
            if (argument.chars().anyMatch(each -> each < ' ' || META.indexOf(each) >= 0)) {
                throw refused("an argument", argument);
            }
            line.append(' ');
            if (PLAIN.matcher(argument).matches()) {
                line.append(argument);
            } else {
                CommandLine.enclose(argument, line);
            }
        }
        return CommandLine.bounded(line.append('"').toString());
    }

    private static IOException refused(String what, String text) {
        return new IOException("a batch file is not run with " + what
                + " that cmd.exe could take for a command; it must have no control character and"
                + " none of " + META + ": " + text.replaceAll("\\p{Cntrl}", "?"));
    }
}
