package dev.quietus.verify.server;

import dev.quietus.drill.process.ChildProcess;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a program that runs as these tests do: on their Java, from their class path,
 * and quick to start.
 */
public final class OwnJava {
    private OwnJava() {}

    /** The line that calls this class, to which its arguments are added. */
    public static List<String> line(Class<?> main) {
        return line(main, List.of());
    }

    /** The same with further options of the virtual machine. */
    public static List<String> line(Class<?> main, List<String> options) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1"));
        line.addAll(List.of("-cp", System.getProperty("java.class.path")));
        // What comes later wins, also another class path.
        ClassArchive.oneMore();
        line.addAll(ChildProcess.furtherOptions());
        line.addAll(options);
        line.add(main.getName());
        return line;
    }
}
