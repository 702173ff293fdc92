package dev.quietus.drill.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are really started. */
class ChildProcessTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void writesWhatItSaysIntoItsLogAndEndsWithItsStandardInput() throws Exception {
        try (ChildProcess process = ChildProcess.start(command(SOON))) {
            awaitWords(process);
            process.input().close();
            awaitEnd(process);
            assertThat(process.exitCode()).hasValue(0);
            assertThat(process.logTail(10)).contains("said on out, for the child", "said on err");
        }
    }

    @Test
    void endsWhenItsTimeIsOver() throws Exception {
        try (ChildProcess process = ChildProcess.start(command(Duration.ofSeconds(1)))) {
            awaitEnd(process);
            assertThat(process.exitCode()).hasValue(0);
        }
    }

    @Test
    void isGoneAfterAKill() throws Exception {
        try (ChildProcess process = ChildProcess.start(command(SOON))) {
            awaitWords(process);
            process.kill();
            assertThat(process.isAlive()).isFalse();
            assertThat(ProcessHandle.of(process.pid()).filter(ProcessHandle::isAlive))
                    .isEmpty();
        }
    }

    @Test
    void doesNothingWhileItIsHeldAndGoesOnWhenItIsWoken() throws Exception {
        try (ChildProcess process = ChildProcess.start(command(SOON))) {
            awaitWords(process);
            process.pause();
            process.input().close();
            assertThat(state(process)).isEqualTo("T");
            assertThat(process.isAlive()).isTrue();
            process.wake();
            awaitEnd(process);
            assertThat(process.exitCode()).hasValue(0);
        }
    }

    @Test
    void isEndedWhileItIsHeld() throws Exception {
        ChildProcess process = ChildProcess.start(command(SOON));
        awaitWords(process);
        process.pause();
        process.close();
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void tellsWhyItEndedEarly() throws Exception {
        try (ChildProcess process = ChildProcess.start(command(SOON, "7"))) {
            assertThatThrownBy(() -> PortFile.await(folder.resolve("port"), process, SOON))
                    .isInstanceOf(ChildProcessException.class)
                    .hasMessageContaining("testing (pid " + process.pid() + ") ended early, exit 7")
                    .hasMessageContaining("said on err");
        }
    }

    @Test
    void readsWhereAServerListens() throws Exception {
        try (ChildProcess process = ChildProcess.start(command(SOON))) {
            Path file = folder.resolve("port");
            Files.writeString(file, "http://127.0.0.1:4711\n");
            assertThat(PortFile.await(file, process, SOON)).isEqualTo("http://127.0.0.1:4711");
            Files.writeString(file, "{\"url\":\"http://127.0.0.1:4712\"}\n");
            assertThat(PortFile.await(file, process, SOON)).isEqualTo("http://127.0.0.1:4712");
        }
    }

    @Test
    void refusesNamesThatFitNoFile() {
        assertThatThrownBy(
                        () -> new ChildCommand("../x", "Main", List.of(), Map.of(), folder, SOON))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private ChildCommand command(Duration life, String... arguments) {
        return new ChildCommand(
                "testing",
                TestingProgram.class.getName(),
                List.of(arguments),
                Map.of("QUIETUS_TESTING", "for the child"),
                folder,
                life);
    }

    /** The state that the system shows: T for a process that is held. */
    private static String state(ChildProcess process) throws Exception {
        Process ps = new ProcessBuilder("ps", "-o", "state=", "-p", Long.toString(process.pid()))
                .start();
        return new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                .strip()
                .substring(0, 1);
    }

    private static void awaitWords(ChildProcess process) throws InterruptedException {
        Patience.await(
                "it has said something",
                SOON,
                () -> process.logTail(10).stream().filter("said on err"::equals).findFirst());
    }

    private static void awaitEnd(ChildProcess process) throws InterruptedException {
        Patience.await(
                "it ends",
                SOON,
                () -> process.exitCode().isPresent() ? Optional.of(true) : Optional.empty());
    }
}
