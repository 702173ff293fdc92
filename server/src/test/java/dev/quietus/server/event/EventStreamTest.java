package dev.quietus.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chain as a live stream: whole, in order, resumable, and gone with its client. */
class EventStreamTest {
    private static final String ALL = "/v1/events";

    @TempDir
    private Path directory;

    private TestingServer server;
    private String operator;

    @BeforeEach
    void start() throws IOException {
        server = TestingServer.in(directory);
        operator = server.operator();
        server.root("run-1");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private List<JsonNode> recorded(String path) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        TestingServer.require(server.get(path + "?limit=1000", operator), 200)
                .json()
                .path("events")
                .forEach(all::add);
        return all;
    }

    @Test
    void bringsWhatWasAndWhatComesInTheOrderOfTheRecord() throws IOException {
        server.accept("run-1", "op-1", Map.of());
        try (EventReader stream =
                EventReader.open(server.port(), "/v1/runs/run-1/events", operator)) {
            List<EventReader.Sent> past = stream.next(2);
            server.accept("run-1", "op-2", Map.of());
            server.root("another");
            server.accept("run-1", "op-3", Map.of());
            List<EventReader.Sent> all = new ArrayList<>(past);
            all.addAll(stream.next(2));

            assertThat(all.stream().map(EventReader.Sent::data))
                    .isEqualTo(recorded("/v1/runs/run-1/events"));
            assertThat(all.stream().map(EventReader.Sent::id)).containsExactly("1", "2", "3", "4");
            assertThat(past.getFirst().type()).isEqualTo("run_registered");
        }
    }

    @Test
    void losesAndRepeatsNothingWhereverItBreaksOff() throws IOException {
        for (int i = 0; i < 20; i++) {
            server.accept("run-1", "op-" + i, Map.of());
        }
        for (String path : List.of(ALL, "/v1/runs/run-1/events")) {
            List<JsonNode> expected = recorded(path);
            List<JsonNode> got = new ArrayList<>();
            String last = "0";
            for (int size = 1; got.size() < expected.size(); size++) {
                try (EventReader stream = EventReader.resume(server.port(), path, operator, last)) {
                    for (EventReader.Sent sent :
                            stream.next(Math.min(size, expected.size() - got.size()))) {
                        got.add(sent.data());
                        last = sent.id();
                    }
                }
            }
            assertThat(got).isEqualTo(expected);
        }
    }

    @Test
    void takesAfterForTheFirstConnectionAndTheLastIdForEveryOther() throws IOException {
        server.accept("run-1", "op-1", Map.of());
        String path = "/v1/runs/run-1/events?after=1";
        try (EventReader first = EventReader.open(server.port(), path, operator)) {
            assertThat(first.next().id()).isEqualTo("2");
        }
        server.accept("run-1", "op-2", Map.of());
        try (EventReader resumed = EventReader.resume(server.port(), path, operator, "2")) {
            assertThat(resumed.next().id()).isEqualTo("3");
        }
        try (EventReader odd = EventReader.resume(server.port(), path, operator, "not-a-number")) {
            assertThat(odd.next().id()).isEqualTo("2");
        }
    }

    @Test
    void waitsForASlowClientAloneAndLosesNothing() throws Exception {
        int runs = 1_500;
        String long1 = "x".repeat(1_900);
        try (EventReader slow = EventReader.open(server.port(), ALL, operator);
                EventReader quick = EventReader.open(server.port(), ALL, operator);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> registering = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                Map<String, Object> body = Map.of("task_id", long1, "owner", long1);
                registering.add(threads.submit(() -> server.post("/v1/runs", operator, body)));
            }
            for (Future<Reply> each : registering) {
                assertThat(each.get().status()).isEqualTo(201);
            }
            List<String> quickly =
                    quick.next(runs + 1).stream().map(EventReader.Sent::id).toList();
            assertThat(server.get("/health/ready", "").status()).isEqualTo(200);
            assertThat(slow.next(runs + 1).stream().map(EventReader.Sent::id)).isEqualTo(quickly);
        }
    }

    @Test
    void endsItsThreadWhenItsClientIsGone() throws IOException {
        List<EventReader> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clients.add(EventReader.open(server.port(), ALL, operator));
            clients.add(EventReader.open(server.port(), "/v1/runs/run-1/signals", operator));
        }
        clients.get(0).next();
        assertThat(following()).isGreaterThan(20);
        for (EventReader client : clients) {
            client.close();
        }
        for (int i = 0; following() > 0; i++) {
            assertThat(i).as("looks at the streams that are left").isLessThan(1_000);
            server.accept("run-1", "op-" + i, Map.of());
            String child = "child-" + i;
            server.child(child, "run-1");
            server.post(
                    "/v1/runs/" + child + "/stop",
                    operator,
                    Map.of("reason", "so that there is a signal"));
        }
    }

    /** How many threads follow the record for a client, virtual ones included. */
    private long following() throws IOException {
        Path dump = directory.resolve(server.fresh("threads"));
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toAbsolutePath().toString(), ThreadDumpFormat.TEXT_PLAIN);
        try (Stream<String> lines = Files.lines(dump)) {
            return lines.filter(line ->
                            line.contains("EventCalls.follow(") || line.contains("Signals.follow("))
                    .count();
        }
    }

    @Test
    void endsWithTheServer() throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            call.write(RawCall.head("GET", ALL, operator, "Accept: text/event-stream") + "\r\n");
            assertThat(call.replyHead().orElseThrow().status()).isEqualTo(200);
            server.close();
            assertThat(call.restIfClosed()).isPresent();
        }
    }
}
