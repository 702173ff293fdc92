package dev.quietus.execution.windows;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the file of a program, so that it is known beforehand what will be run: CreateProcessW's
 * own search also looks in the folder of the caller, and quietly gives batch files to
 * {@code cmd.exe}.
 */
final class ProgramPath {
    private static final List<String> ENDINGS = List.of(".com", ".exe", ".bat", ".cmd");
    private static final Pattern ABSOLUTE = Pattern.compile("(?s)([A-Za-z]:[\\\\/]|\\\\\\\\).*");

    private ProgramPath() {}

    /**
     * Finds it.
     *
     * @param program a path, or a name that is looked for in the command's own {@code PATH}
     * @param directory where the command starts; a path is relative to it
     * @param isFile whether there is a file of this path
     * @throws IOException when there is none, or Windows would read another name than it shows
     */
    static String find(
            String program,
            String directory,
            Map<String, String> environment,
            Predicate<String> isFile)
            throws IOException {
        if (program.endsWith(".") || program.endsWith(" ")) {
            throw new IOException("Windows drops the end of the program's name: '" + program + "'");
        }
        if (program.indexOf(':', 2) >= 0 || program.indexOf(':') == 0) {
            throw new IOException("not the path of a program: '" + program + "'");
        }
        boolean path = program.chars().anyMatch(each -> each == '\\' || each == '/' || each == ':');
        return places(program, path, directory, environment)
                .flatMap(ProgramPath::withEndings)
                .filter(isFile)
                .findFirst()
                .orElseThrow(() -> new IOException("no such program: " + program));
    }

    private static Stream<String> places(
            String program, boolean path, String directory, Map<String, String> environment) {
        if (ABSOLUTE.matcher(program).matches()) {
            return Stream.of(program);
        }
        if (path) {
            return Stream.of(directory + "\\" + program);
        }
        return Stream.of(EnvironmentBlock.lookUp(environment, "PATH").split(";"))
                .map(folder -> folder.replace("\"", "").strip())
                .filter(folder -> ABSOLUTE.matcher(folder).matches())
                .map(folder -> folder.endsWith("\\") ? folder + program : folder + "\\" + program);
    }

    private static Stream<String> withEndings(String file) {
        String lower = file.toLowerCase(Locale.ROOT);
        return ENDINGS.stream().anyMatch(lower::endsWith)
                ? Stream.of(file)
                : ENDINGS.stream().map(ending -> file + ending);
    }

    /** Whether {@code cmd.exe} runs it. */
    static boolean isBatch(String file) {
        String lower = file.toLowerCase(Locale.ROOT);
        return lower.endsWith(".bat") || lower.endsWith(".cmd");
    }
}
