package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quietus.server.Reply;
import dev.quietus.server.ServerSettings;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person takes the effect of a finished operation back, through the provider's declared call. */
@Order(2)
class ProviderUndoTest {
    private static final String UNDO = "/v1/operations/run-1%2Freserve/undo";

    @TempDir
    private Path directory;

    /** What the service has, and how it answers a DELETE. */
    private final AtomicReference<String> reservation =
            new AtomicReference<>("{\"id\": \"r-7\", \"commit\": \"one\"}");

    private final AtomicReference<String> mood = new AtomicReference<>("works");
    private TestingService service;
    private TestingServer server;
    private String operator;

    @BeforeEach
    void start() throws IOException {
        service = new TestingService(this::answer);
        Path providers = directory.resolve("providers.yaml");
        Files.writeString(providers, """
                providers:
                  deployment:
                    type: http
                    base_url: %s
                    tools: ["mail.send"]
                    observe:
                      path: "/reservations?run={run_id}"
                      present: "$.items[*]"
                      effect_id: "@.id"
                    undo:
                      method: DELETE
                      path: "/reservations/{effect_id}"
                      owner: team-deploys
                    settle_timeout: 2s
                    quiet_period: 100ms
                """.formatted(service.url()));
        server = TestingServer.with(
                ServerSettings.in(directory.resolve("state"), 0).withProviders(providers));
        operator = server.operator();
        server.root("run-1");
        server.accept("run-1", "reserve", Map.of());
        JsonNode run = server.get("/v1/runs/run-1", operator).json();
        require(
                200,
                server.post(
                        "/v1/runs/run-1/operations/reserve/begin",
                        operator,
                        Map.of(
                                "lease", run.get("lease").asText(),
                                "revocation_epoch", run.get("revocation_epoch").asLong(),
                                "worker", "w")));
        require(
                200,
                server.post(
                        "/v1/runs/run-1/operations/reserve/finish",
                        operator,
                        Map.of("attempt", 1, "worker", "w", "outcome", "succeeded")));
        eventually("run-1", "reserve", "effect", "verified_present");
    }

    @AfterEach
    void stop() {
        server.close();
        service.close();
    }

    private TestingService.Reply answer(TestingService.Request request) {
        if (request.method().equals("DELETE")) {
            return switch (mood.get()) {
                case "refuses" -> TestingService.Reply.of(409);
                case "lies" -> TestingService.Reply.of(200);
                case "fails and does it" -> {
                    reservation.set("");
                    yield TestingService.Reply.of(500);
                }
                default -> {
                    reservation.set("");
                    yield TestingService.Reply.of(204);
                }
            };
        }
        return mood.get().equals("silent")
                ? TestingService.Reply.of(503)
                : TestingService.Reply.json("{\"items\": [" + reservation.get() + "]}");
    }

    private static Reply require(int status, Reply reply) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(status);
        return reply;
    }

    private JsonNode operation(String run, String operation) throws IOException {
        return require(200, server.get("/v1/runs/" + run + "/operations/" + operation, operator))
                .json();
    }

    private JsonNode eventually(String run, String operation, String field, String value) {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> operation(run, operation),
                        found -> found.path(field).asText().equals(value));
    }

    private JsonNode undone(String state) {
        return eventually("run-1-recovery", "recover-reserve", "state", state);
    }

    private Reply undo(Map<String, Object> body) throws IOException {
        return server.post(UNDO, operator, body);
    }

    private List<String> deletes() {
        return service.requests().stream()
                .filter(request -> request.method().equals("DELETE"))
                .map(TestingService.Request::target)
                .toList();
    }

    @Test
    void aPlanSaysWhatWouldBeDoneAndRecordsNothing() throws IOException {
        long before = server.eventsOf("run-1");
        JsonNode plan = require(200, undo(Map.of("plan_only", true))).json();

        assertThat(plan.get("possible").asBoolean()).isTrue();
        assertThat(plan.get("would").asText()).isEqualTo("DELETE /reservations/{effect_id}");
        assertThat(plan.get("owner").asText()).isEqualTo("team-deploys");
        assertThat(plan.at("/effect_now/observed").asText()).isEqualTo("present");
        assertThat(plan.has("undo")).isFalse();
        assertThat(server.eventsOf("run-1")).isEqualTo(before);
        assertThat(deletes()).isEmpty();
    }

    @Test
    void itIsAnOperationOfItsOwnThatWaitsForAPerson() throws IOException {
        JsonNode opened = require(201, undo(Map.of("reason", "wrong commit"))).json();
        assertThat(opened.at("/undo/state").asText()).isEqualTo("awaiting_approval");
        assertThat(opened.at("/undo/run_id").asText()).isEqualTo("run-1-recovery");
        assertThat(opened.at("/operation/recovery_operation").asText())
                .isEqualTo("run-1-recovery/recover-reserve");
        assertThat(deletes()).isEmpty();
        require(200, undo(Map.of()));

        require(
                200,
                server.post(
                        "/v1/runs/run-1-recovery/operations/recover-reserve/approve",
                        operator,
                        Map.of()));
        undone("succeeded");
        assertThat(deletes()).containsExactly("/reservations/r-7");
        assertThat(operation("run-1", "reserve").get("state").asText()).isEqualTo("succeeded");
        require(200, undo(Map.of()));
        assertThat(deletes()).hasSize(1);
    }

    @Test
    void anEffectThatSomebodyChangedIsNotTakenBack() throws IOException {
        require(201, undo(Map.of()));
        reservation.set("{\"id\": \"r-7\", \"commit\": \"two\"}");
        require(200, undo(Map.of("approve", true)));

        assertThat(undone("failed").get("error").asText())
                .startsWith("nothing was sent: the effect was changed since");
        assertThat(deletes()).isEmpty();
    }

    @Test
    void anotherEffectInItsPlaceIsNotTakenBack() throws IOException {
        reservation.set("{\"id\": \"r-8\", \"commit\": \"one\"}");
        Reply refused = require(409, undo(Map.of("approve", true)));
        assertThat(refused.text()).contains("another effect now: r-8 instead of r-7");
        reservation.set("");
        assertThat(require(409, undo(Map.of("approve", true))).text())
                .contains("the effect is not there any more");
        mood.set("silent");
        assertThat(require(409, undo(Map.of("approve", true))).text())
                .contains("the effect can't be looked at now");
        assertThat(require(200, undo(Map.of("plan_only", true)))
                        .json()
                        .get("possible")
                        .asBoolean())
                .isFalse();
        assertThat(deletes()).isEmpty();
    }

    @Test
    void anAnswerIsNoProof() throws IOException {
        mood.set("lies");
        require(201, undo(Map.of("approve", true)));

        JsonNode unknown = undone("outcome_unknown");
        assertThat(unknown.get("held_by").asText()).isEqualTo("team-deploys");
        assertThat(unknown.get("why").asText())
                .contains("HTTP 200")
                .contains("not shown to be gone");
        require(200, undo(Map.of("approve", true)));
        assertThat(deletes()).hasSize(1);
    }

    @Test
    void noAnswerIsNoDisproof() throws IOException {
        mood.set("fails and does it");
        require(201, undo(Map.of("approve", true)));

        undone("succeeded");
        assertThat(server.get("/v1/runs/run-1-recovery/events", operator).text())
                .contains("HTTP 500; no effect is shown afterwards");
    }

    @Test
    void aRefusalLeavesRoomForAnotherTry() throws IOException {
        mood.set("refuses");
        require(201, undo(Map.of("approve", true)));
        assertThat(undone("failed").get("error").asText())
                .isEqualTo("the provider refused: HTTP 409");

        mood.set("works");
        require(201, undo(Map.of("approve", true)));
        eventually("run-1-recovery", "recover-reserve-2", "state", "succeeded");
        assertThat(deletes()).hasSize(2);
    }

    @Test
    void whatNeverTookEffectHasNothingToTakeBack() throws IOException {
        server.accept("run-1", "waiting", Map.of());
        assertThat(require(409, server.post("/v1/operations/waiting/undo", operator, Map.of()))
                        .text())
                .contains("it never began");
        require(404, server.post("/v1/operations/nowhere/undo", operator, Map.of()));
        require(403, server.post(UNDO, server.token("auditor", "mara"), Map.of()));
    }

    @Test
    void severalOperationsOfThatNameHaveToBeToldApart() throws IOException {
        server.root("run-2");
        server.accept("run-2", "reserve", Map.of());
        assertThat(require(400, server.post("/v1/operations/reserve/undo", operator, Map.of()))
                        .text())
                .contains("run_id");
        require(
                201,
                server.post("/v1/operations/reserve/undo", operator, Map.of("run_id", "run-1")));
    }

    @Test
    void aLocalCommandIsTakenBackByWhoeverAsks() throws IOException {
        assertThat(require(409, undo(Map.of("performed_by", "asker"))).text())
                .contains("it is no local command");
        server.accept("run-1", "build", Map.of("kind", "local_command", "tool", "exec.make"));
        assertThat(require(
                                409,
                                server.post(
                                        "/v1/operations/build/undo",
                                        operator,
                                        Map.of("performed_by", "asker")))
                        .text())
                .contains("it never began");
    }
}
