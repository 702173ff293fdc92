package dev.quietus.verify.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.quietus.cli.Main;
import dev.quietus.drill.process.ChildCommand;
import dev.quietus.drill.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Children take their classes from an archive, and nobody sees it but by the time they take. */
public class ClassArchiveTest {
    @TempDir
    Path folder;

    @BeforeEach
    void aJavaThatKeepsClasses() {
        assumeThat(System.getProperty("java.vm.name"))
                .as("only this kind of JVM is known to archive classes")
                .matches(".*(OpenJDK|HotSpot).*");
    }

    @Test
    void aChildTakesItsClassesFromTheArchive() throws Exception {
        assertThat(ClassArchive.made()).isPresent();
        Path log = folder.resolve("classes");
        assertThat(help(List.of("-Xlog:class+load:file=" + log)))
                .contains("Print the chain of events");
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains(" dev.quietus.cli.command.CommandLines source: ")
                        && line.endsWith("shared objects file (top)"))
                .noneMatch(line -> line.contains("source: file:" + classes()));
    }

    @Test
    void anArchiveThatDoesNotFitIsNoNews() throws Exception {
        Path whole = ClassArchive.made().orElseThrow();
        byte[] start = new byte[100_000];
        try (var in = Files.newInputStream(whole)) {
            in.readNBytes(start, 0, start.length);
        }
        Path half = Files.write(folder.resolve("half.jsa"), start);
        Path none = folder.resolve("none.jsa");
        String usual = help(List.of());
        for (List<String> options : List.of(
                List.of("-XX:SharedArchiveFile=" + half),
                List.of("-XX:SharedArchiveFile=" + none),
                List.of("-cp", System.getProperty("java.class.path")),
                List.of("-Xshare:off"),
                List.of("-XX:+UseParallelGC"))) {
            assertThat(help(options)).as(options.toString()).isEqualTo(usual);
        }
    }

    @Test
    void theChildrenOfAChildHaveItToo() throws Exception {
        assertThat(ClassArchive.made()).isPresent();
        ChildCommand command = new ChildCommand(
                "child",
                ClassArchiveTest.class.getName(),
                List.of(),
                Map.of(),
                folder,
                Duration.ofSeconds(30));
        try (ChildProcess child = ChildProcess.start(command)) {
            RunningQuietus.untilTrue("the child has ended", () -> !child.isAlive());
            assertThat(child.logTail(9))
                    .containsExactly(ChildProcess.furtherOptions().toString());
        }
    }

    /** Says with what a child of this process would start. */
    public static void main(String[] arguments) {
        System.out.println(ChildProcess.furtherOptions());
    }

    private static String classes() {
        return Path.of(System.getProperty("quietus.root"), "verify", "target", "test-classes")
                .toString();
    }

    private String help(List<String> options) throws IOException, InterruptedException {
        List<String> line = OwnJava.line(Main.class, options);
        line.add("--help");
        return out(line);
    }

    /** All that a program writes. */
    private String out(List<String> line) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(out);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
