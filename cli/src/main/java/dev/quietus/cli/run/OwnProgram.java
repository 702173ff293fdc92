package dev.quietus.cli.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** This program once more, as a command line: the same Java and the same classes. */
final class OwnProgram {
    private static final String MAIN = "dev.quietus.cli.Main";

    private OwnProgram() {}

    /** The command line of a long-running server. */
    static List<String> server(List<String> arguments) {
        return line(List.of(), arguments);
    }

    /** The command line of a small command that is to start quickly. */
    static List<String> small(List<String> arguments) {
        return line(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"), arguments);
    }

    private static List<String> line(List<String> flags, List<String> arguments) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.add("--enable-native-access=ALL-UNNAMED");
        line.addAll(flags);
        line.add("-cp");
        line.add(classPath());
        line.add(MAIN);
        line.addAll(arguments);
        return line;
    }

    /** Absolute, for the command may run in another folder. */
    private static String classPath() {
        String separator = System.getProperty("path.separator");
        List<String> parts = new ArrayList<>();
        for (String part : System.getProperty("java.class.path").split(separator, -1)) {
            if (!part.isEmpty()) {
                parts.add(Path.of(part).toAbsolutePath().toString());
            }
        }
        return String.join(separator, parts);
    }
}
