package dev.quietus.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.LogTrap;
import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A server has nothing to tell while all goes well. */
@Isolated("it reads what the whole process logs")
class QuietStartTest {
    @TempDir
    private Path directory;

    @Test
    void logsNothingFromItsFirstStartToItsEndInTheMiddleOfWork() throws IOException {
        try (LogTrap logs = new LogTrap()) {
            for (int start = 0; start < 3; start++) {
                try (TestingServer server = TestingServer.in(directory);
                        RawCall stream = RawCall.to(server.port())) {
                    String run = "run-" + start;
                    server.root(run);
                    server.accept(run, "op-1", Map.of("queue", "q"));
                    stream.write(
                            RawCall.head("GET", "/v1/runs/" + run + "/signals", server.operator())
                                    + "\r\n");
                    assertThat(stream.replyHead().orElseThrow().status()).isEqualTo(200);
                    Reply stop = server.post(
                            "/v1/runs/" + run + "/stop", server.operator(), Map.of("reason", "x"));
                    assertThat(stop.status()).isEqualTo(202);
                }
            }
            assertThat(logs.shown()).isEmpty();
        }
    }

    @Test
    void keepsItsLibrariesQuietWhenTheCollectorHasBeenThere() throws IOException {
        TestingServer.in(directory).close();
        System.gc();
        for (String name : new String[] {"org.flywaydb", "org.jooq"}) {
            assertThat(Logger.getLogger(name).isLoggable(Level.INFO)).as(name).isFalse();
            assertThat(Logger.getLogger(name).isLoggable(Level.WARNING))
                    .as(name)
                    .isTrue();
        }
    }

    @Test
    void saysThatItLivesAndIsReadyToWhoeverAsks() throws IOException {
        try (TestingServer server = TestingServer.in(directory)) {
            Reply live = server.get("/health/live", "");
            assertThat(live.value("status")).isEqualTo("live");
            assertThat(live.value("version")).isNotEmpty();
            assertThat(server.get("/health/ready", "").value("status")).isEqualTo("ready");
            Reply metrics = server.get("/metrics", server.operator());
            assertThat(metrics.header("Content-Type").orElseThrow()).startsWith("text/plain");
            assertThat(metrics.text())
                    .contains("quietus_runs{state=\"running\"} 0")
                    .contains("route=\"/health/live\"");
            assertThat(metrics.text()).doesNotContain(server.operator());
        }
    }
}
