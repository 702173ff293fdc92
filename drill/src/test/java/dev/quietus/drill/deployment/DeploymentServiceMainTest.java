package dev.quietus.drill.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as a process. */
class DeploymentServiceMainTest {
    @TempDir
    Path folder;

    @Test
    void comesBackAfterAKillWithItsReservations() throws Exception {
        String data = folder.resolve("journal").toString();
        try (Running first =
                        Running.start("--data", data, "--pending-ms", "1", "--building-ms", "1");
                TestingCaller caller = new TestingCaller(first.url())) {
            caller.await(caller.preview("run-1", "op-1"), "committed");
            assertThat(first.process().destroyForcibly().waitFor(20, TimeUnit.SECONDS))
                    .isTrue();
        }
        try (Running second = Running.start("--data", data);
                TestingCaller caller = new TestingCaller(second.url())) {
            assertThat(caller.reservations("run-1")).hasSize(1);
            assertThat(caller.await("preview-7712", "ended").string("state")).isEqualTo("ready");
        }
    }

    @Test
    void endsWithItsStandardInputAndWritesThePortFile() throws Exception {
        Path portFile = folder.resolve("port");
        try (Running running =
                Running.start("--port-file", portFile.toString(), "--end-with-stdin")) {
            assertThat(Json.parseObject(Files.readString(portFile)).string("url"))
                    .isEqualTo(running.url());
            running.process().outputWriter().close();
            assertThat(running.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(running.process().exitValue()).isZero();
        }
    }

    @Test
    void endsWhenItsTimeIsOver() throws Exception {
        try (Running running = Running.start("--max-seconds", "0")) {
            assertThat(running.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(running.process().exitValue()).isZero();
        }
    }

    @Test
    void refusesWrongOptions() {
        assertThatThrownBy(() -> options("--prot", "1")).hasMessageContaining("--prot");
        assertThatThrownBy(() -> options("--port")).hasMessageContaining("needs a value");
        assertThatThrownBy(() -> options("--port", "70000")).hasMessageContaining("65535");
        assertThat(options("--reserved-ms", "7").settings().pace().reserved())
                .isEqualTo(Duration.ofMillis(7));
        assertThat(options().maxSeconds()).isEqualTo(900);
    }

    private static DeploymentServiceMain.Options options(String... arguments) {
        return DeploymentServiceMain.Options.of(arguments);
    }

    /** A process of the service that is killed when the test is over. */
    private record Running(Process process, String url) implements AutoCloseable {
        static Running start(String... arguments) throws IOException {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.add(DeploymentServiceMain.class.getName());
            command.addAll(List.of("--max-seconds", "60"));
            command.addAll(List.of(arguments));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String line = process.inputReader().readLine();
            if (line == null) {
                process.destroyForcibly();
                throw new AssertionError("the process ended without a line");
            }
            return new Running(process, Json.parseObject(line).string("url"));
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
