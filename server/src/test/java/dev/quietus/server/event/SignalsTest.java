package dev.quietus.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Wire;
import dev.quietus.server.Reply;
import dev.quietus.server.ServerSettings;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent is told of its run, each thing once. */
class SignalsTest {
    @TempDir
    private Path directory;

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-08-16T11:00:00Z"));
    private TestingServer server;
    private String operator;

    @BeforeEach
    void start() throws IOException {
        server = TestingServer.with(ServerSettings.in(directory, 0).withClock(now::get));
        operator = server.operator();
        server.root("run-1");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private EventReader signals(String run) throws IOException {
        return EventReader.open(server.port(), "/v1/runs/" + run + "/signals", operator);
    }

    private String press(String run, Map<String, Object> more) throws IOException {
        Map<String, Object> body = new java.util.LinkedHashMap<>(Map.of("reason", "wrong commit"));
        body.putAll(more);
        Reply pressed = server.post("/v1/runs/" + run + "/stop", operator, body);
        return TestingServer.require(pressed, 202).value("barrier_id");
    }

    @Test
    void saysOnceForEachBarrierThatWorkIsToEnd() throws IOException {
        server.accept("run-1", "op-1", Map.of());
        try (EventReader signals = signals("run-1")) {
            String tool = press("run-1", Map.of("selector", Map.of("tool", "mail.*")));
            EventReader.Sent first = signals.next();
            assertThat(press("run-1", Map.of("selector", Map.of("tool", "mail.*"))))
                    .isEqualTo(tool);
            String one = press("run-1", Map.of("selector", Map.of("operation", "op-1")));
            EventReader.Sent second = signals.next();
            String all = press("run-1", Map.of());
            assertThat(press("run-1", Map.of())).isEqualTo(all);
            EventReader.Sent third = signals.next();

            assertThat(List.of(first, second, third))
                    .extracting(EventReader.Sent::type)
                    .containsOnly("cancel_requested");
            assertThat(List.of(first, second, third))
                    .extracting(sent -> sent.data().path("barrier_id").asText())
                    .containsExactly(tool, one, all);
            assertThat(third.data().path("reason").asText()).isEqualTo("wrong commit");
            assertThat(third.data().path("selector").asText()).isEqualTo("everything");
        }
    }

    @Test
    void saysItToARunBelowButNotOfAnOperationOfTheRunAbove() throws IOException {
        server.accept("run-1", "op-1", Map.of());
        server.child("child", "run-1");
        try (EventReader signals = signals("child")) {
            press("run-1", Map.of("selector", Map.of("operation", "op-1")));
            String all = press("run-1", Map.of());
            EventReader.Sent sent = signals.next();
            assertThat(sent.data().path("barrier_id").asText()).isEqualTo(all);
            assertThat(sent.data().path("stopped_run").asText()).isEqualTo("run-1");
            assertThat(sent.data().path("run_id").asText()).isEqualTo("child");
        }
    }

    @Test
    void saysOnceThatAChildWasStoppedForGood() throws IOException {
        server.child("child-a", "run-1");
        server.child("child-b", "run-1");
        try (EventReader signals = signals("run-1")) {
            press("child-a", Map.of());
            EventReader.Sent first = signals.next();
            press("child-a", Map.of());
            press("child-b", Map.of());
            EventReader.Sent second = signals.next();
            assertThat(List.of(first, second))
                    .extracting(EventReader.Sent::type)
                    .containsOnly("child_stopped");
            assertThat(List.of(first, second))
                    .extracting(sent -> sent.data().path("child_run").asText())
                    .containsExactly("child-a", "child-b");
            assertThat(first.data().path("final").asBoolean()).isTrue();
        }
    }

    @Test
    void saysOnceForEachEndOfTheLeaseThatItIsNear() throws IOException {
        Instant end = Instant.parse(server.get("/v1/runs/run-1", operator).value("valid_until"));
        assertThat(end).isEqualTo(now.get().plus(ServerSettings.DEFAULT_LIFE));
        try (EventReader signals = signals("run-1")) {
            now.set(end.minusSeconds(59));
            EventReader.Sent first = signals.next();
            assertThat(first.type()).isEqualTo("lease_expiring");
            assertThat(first.data().path("valid_until").asText()).isEqualTo(Wire.time(end));

            Instant later = end.plus(Duration.ofMinutes(10));
            Map<String, Object> renewal = Map.of("valid_until", Wire.time(later));
            assertThat(server.post("/v1/runs/run-1/renew", operator, renewal).status())
                    .isEqualTo(200);
            now.set(later.minusSeconds(59));
            EventReader.Sent second = signals.next();
            assertThat(second.data().path("valid_until").asText()).isEqualTo(Wire.time(later));
        }
    }

    @Test
    void saysItAgainOnANewConnection() throws IOException {
        String barrier = press("run-1", Map.of());
        for (int i = 0; i < 2; i++) {
            try (EventReader signals = signals("run-1")) {
                assertThat(signals.next().data().path("barrier_id").asText()).isEqualTo(barrier);
            }
        }
    }

    @Test
    void areOfNoRunThatIsNotThere() throws IOException {
        assertThat(server.get("/v1/runs/none/signals", operator).code()).isEqualTo("not_found");
    }
}
