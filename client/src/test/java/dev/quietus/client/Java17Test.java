package dev.quietus.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.quietus.client.testing.ClassPlace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client as a jar, used by a program that runs on Java 17. */
@Timeout(120)
class Java17Test {

    private static final List<String> VARIABLES =
            List.of("JAVA_17_HOME", "JAVA17_HOME", "JDK_17", "JAVA_HOME_17_X64", "JAVA_HOME");

    /** Where systems keep their JDKs, and where in one of them its home is. */
    private static final List<String> FOLDERS = List.of(
            "/usr/lib/jvm",
            "/usr/java",
            "/opt/java",
            "/Library/Java/JavaVirtualMachines",
            System.getProperty("user.home") + "/.sdkman/candidates/java",
            System.getProperty("user.home") + "/.jdks");

    @Test
    void runsOnTheOldestJavaThatItSupports(@TempDir Path folder) throws Exception {
        Optional<Path> home = homes().filter(Java17Test::isJava17).findFirst();
        assumeThat(home)
                .as("a JDK 17: looked at the variables " + VARIABLES + " and the folders "
                        + FOLDERS)
                .isPresent();
        Path output = folder.resolve("output.txt");
        String classes = ClassPlace.path(jar(folder), ClassPlace.of(Java17Program.class));
        Process program = new ProcessBuilder(
                        home.orElseThrow().resolve("bin/java").toString(),
                        "-cp",
                        classes,
                        Java17Program.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(program.waitFor(90, TimeUnit.SECONDS)).isTrue();
        } finally {
            program.destroyForcibly();
        }
        assertThat(Files.readString(output)).isEqualTo("works on Java 17" + System.lineSeparator());
        assertThat(program.exitValue()).isZero();
    }

    private static Stream<Path> homes() throws IOException {
        List<Path> homes = new ArrayList<>();
        for (String variable : VARIABLES) {
            Optional.ofNullable(System.getenv(variable)).map(Path::of).ifPresent(homes::add);
        }
        for (String folder : FOLDERS) {
            if (Files.isDirectory(Path.of(folder))) {
                try (DirectoryStream<Path> inside = Files.newDirectoryStream(Path.of(folder))) {
                    inside.forEach(home -> {
                        homes.add(home);
                        homes.add(home.resolve("Contents/Home"));
                    });
                }
            }
        }
        return homes.stream();
    }

    private static boolean isJava17(Path home) {
        try {
            return Files.isExecutable(home.resolve("bin/java"))
                    && Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"17.");
        } catch (IOException noJdk) {
            return false;
        }
    }

    /** The built jar, or one made of the built classes, as the build makes it later. */
    private static Path jar(Path folder) throws IOException {
        Path classes = ClassPlace.of(Quietus.class);
        if (Files.isRegularFile(classes)) {
            return classes;
        }
        Path jar = folder.resolve("quietus-client.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(path).toString().replace('\\', '/')));
                out.write(Files.readAllBytes(path));
                out.closeEntry();
            }
        }
        assertThat(Files.size(jar)).isGreaterThan(10_000);
        return jar;
    }
}
