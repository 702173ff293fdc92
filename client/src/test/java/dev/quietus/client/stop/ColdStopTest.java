package dev.quietus.client.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.testing.ClassPlace;
import dev.quietus.client.testing.Reply;
import dev.quietus.client.testing.TestingServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stop from a process that was just started: what it has to load is what it waits for. */
@Timeout(120)
class ColdStopTest {

    /** HTTP client, TLS, and the classes that are spun for a lambda or a concatenation. */
    private static final Pattern SLOW = Pattern.compile(
            "(java\\.net\\.http\\.|sun\\.security\\.ssl\\.|dev\\.quietus\\..*\\$\\$Lambda"
                    + "|\\$\\$StringConcat)");

    private static final Pattern OWN = Pattern.compile("dev\\.quietus\\.client\\.(\\w+)\\.");

    @Test
    void loadsNothingThatIsSlowToLoad(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("loaded.log");
        try (TestingServer server =
                TestingServer.inTurn(Reply.json(202, "{\"barrier_id\":\"stop-r-1\"}"))) {
            Process program = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xlog:class+load:file=" + log,
                            "-cp",
                            ClassPlace.path(
                                    ClassPlace.of(EmergencyStop.class),
                                    ClassPlace.of(ColdStopProgram.class)),
                            ColdStopProgram.class.getName(),
                            server.uri().toString())
                    .inheritIO()
                    .start();
            try {
                assertThat(program.waitFor(90, TimeUnit.SECONDS)).isTrue();
            } finally {
                program.destroyForcibly();
            }
            assertThat(program.exitValue()).isZero();
        }
        List<String> loaded = Files.readAllLines(log);
        assertThat(loaded).anyMatch(line -> line.contains("client.stop.EmergencyStop "));
        assertThat(loaded).noneMatch(line -> SLOW.matcher(line).find());
        assertThat(loaded.stream()
                        .flatMap(line -> OWN.matcher(line).results())
                        .map(found -> found.group(1))
                        .distinct())
                .containsExactlyInAnyOrder("stop", "json", "http", "wire");
    }
}
