package dev.quietus.verify.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A source tree with the real scripts and nothing else of the project. Its Maven packages an empty
 * jar and notes that it ran; its Javas print their arguments.
 */
final class SmallTree {

    /** What a script did: exit code, standard output, standard error. */
    record Result(int exit, String out, String err) {}

    private static final long LIMIT_SECONDS = 60;

    private static final String MAVEN = """
            #!/bin/sh
            echo "$JAVA_HOME $*" >>"$TREE/builds"
            [ -z "$MAVEN_TAKES" ] || sleep "$MAVEN_TAKES"
            echo "the compiler has something to say"
            [ -z "$MAVEN_FAILS" ] || exit 1
            mkdir -p "$TREE/cli/target/quietus/lib"
            cp -R "$TREE/cli/src/main/dist/." "$TREE/cli/target/quietus/"
            echo jar >"$TREE/cli/target/quietus/lib/quietus.jar"
            """;

    private final Path root;
    private final Path places;
    private final Map<Long, Path> outputs = new ConcurrentHashMap<>();

    /** Lays the tree below a folder that is new and empty. */
    SmallTree(Path folder) throws IOException {
        Path project = Path.of(System.getProperty("quietus.root", ".."));
        root = Files.createDirectories(folder.resolve("a tree"));
        places = Files.createDirectories(folder.resolve("places"));
        for (String name : List.of("quietus", "quietus-test", ".build", "cli/src/main/dist")) {
            copy(project.resolve(name), root.resolve(name));
        }
        Files.createFile(root.resolve("pom.xml"));
        Files.createDirectories(root.resolve("cli/src/main/java"));
        script(places.resolve("bin/mvn"), MAVEN);
    }

    /** Puts a JDK of the given version beside the tree and returns its home. */
    Path jdk(String version) throws IOException {
        Path home = places.resolve("jdk-" + version);
        script(home.resolve("bin/java"), """
                #!/bin/sh
                echo "java %s: $*"
                """.formatted(version));
        script(home.resolve("bin/javac"), "#!/bin/sh\n");
        Files.writeString(home.resolve("release"), """
                IMPLEMENTOR="Nobody"
                JAVA_VERSION="%s"
                """.formatted(version));
        return home;
    }

    /** Runs a script of the tree to its end. */
    Result run(Map<String, String> environment, String... command) throws IOException {
        return result(start(environment, command));
    }

    /** Starts a script of the tree; its output goes to files that {@link #result} reads. */
    Process start(Map<String, String> environment, String... command) throws IOException {
        List<String> line = new ArrayList<>(List.of(command));
        line.set(0, root.resolve(command[0]).toString());
        ProcessBuilder builder = new ProcessBuilder(line);
        Map<String, String> all = builder.environment();
        all.keySet().removeIf(name -> name.equals("JAVA_HOME") || name.startsWith("QUIETUS_"));
        all.put("PATH", places.resolve("bin") + ":" + all.get("PATH"));
        all.put("TREE", root.toString());
        all.putAll(environment);
        Path out = Files.createTempFile(places, "run", ".out");
        builder.redirectOutput(out.toFile());
        builder.redirectError(Path.of(out + ".err").toFile());
        Process process = builder.start();
        outputs.put(process.pid(), out);
        return process;
    }

    /** Waits for a script's end and returns what it did. */
    Result result(Process process) throws IOException {
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(
                        "script: no end within " + LIMIT_SECONDS + " s, pid " + process.pid());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("script: interrupted while it ran", e);
        }
        Path out = outputs.get(process.pid());
        return new Result(
                process.exitValue(),
                Files.readString(out),
                Files.readString(Path.of(out + ".err")));
    }

    /** How Maven was called, one line for each build. */
    List<String> builds() throws IOException {
        Path log = root.resolve("builds");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    /** Writes a file of the tree, dated a little after everything that exists. */
    void change(String name) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, name);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(2)));
    }

    /** A path in the tree. */
    Path path(String name) {
        return root.resolve(name);
    }

    private static void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardCharsets.UTF_8);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("script: can't be made executable, " + file);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            all.forEach(path -> copyOne(path, to.resolve(from.relativize(path).toString())));
        }
    }

    private static void copyOne(Path from, Path to) {
        try {
            if (Files.isDirectory(from)) {
                Files.createDirectories(to);
            } else {
                Files.createDirectories(to.getParent());
                Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
