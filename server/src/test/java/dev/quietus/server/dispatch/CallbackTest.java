package dev.quietus.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callbacks that are waited for, and results: recorded whole or not at all. */
class CallbackTest {
    @TempDir
    private static Path directory;

    private static TestingServer server;
    private static String operator;

    @BeforeAll
    static void start() throws IOException {
        server = TestingServer.in(directory);
        operator = server.operator();
        server.root("run-1");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String accepted(String operation) throws IOException {
        server.accept("run-1", operation, Map.of("effects", "none"));
        return "/v1/runs/run-1/operations/" + operation;
    }

    @Test
    void beginsAndFinishesInOneStep() throws IOException {
        String operation = accepted("wait-1");
        Reply arrived =
                server.post(operation + "/callback", operator, Map.of("outcome", "succeeded"));
        assertThat(arrived.status()).isEqualTo(200);
        assertThat(arrived.value("recorded_as")).isEqualTo("result");
        assertThat(server.get(operation, operator).value("state")).isEqualTo("succeeded");

        Reply again =
                server.post(operation + "/callback", operator, Map.of("outcome", "succeeded"));
        assertThat(again.code()).isEqualTo("has_outcome");
        assertThat(again.json().path("operation").path("attempt").asInt()).isEqualTo(1);
    }

    /** It once began, and was refused after that: the operation ran for ever, with nobody at it. */
    @Test
    void leavesItsOperationWaitingWhenItIsRefused() throws IOException {
        String operation = accepted("wait-2");
        for (Map<String, Object> wrong : java.util.List.<Map<String, Object>>of(
                Map.of("outcome", "succeeded", "provider_job", "no id"),
                Map.of("outcome", "succeeded", "output_digest", "no id"),
                Map.of("outcome", "failed", "error", "\u0007"))) {
            assertThat(server.post(operation + "/callback", operator, wrong).code())
                    .isEqualTo("invalid_value");
            assertThat(server.get(operation, operator).value("state")).isEqualTo("queued");
        }
    }

    @Test
    void isStaleAfterAStop() throws IOException {
        server.root("stopped");
        server.accept("stopped", "wait-3", Map.of());
        server.post("/v1/runs/stopped/stop", operator, Map.of("reason", "test"));
        Reply late = server.post(
                "/v1/runs/stopped/operations/wait-3/callback",
                operator,
                Map.of("outcome", "succeeded"));
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.code()).isEqualTo("stale_ignored");
        assertThat(late.value("decision")).startsWith("deny_");
        assertThat(server.get("/v1/runs/stopped/operations/wait-3", operator).value("state"))
                .isEqualTo("cancelled_before_start");
    }

    @Test
    void ofNothingIsNotFound() throws IOException {
        Reply none = server.post(
                "/v1/runs/run-1/operations/none/callback", operator, Map.of("outcome", "failed"));
        assertThat(none.code()).isEqualTo("not_found");
    }

    @Test
    void aFinishForAnAttemptThatNeverBeganIsRefused() throws IOException {
        String operation = accepted("wait-4");
        Map<String, Object> finish = Map.of("attempt", 1, "worker", "w", "outcome", "succeeded");
        assertThat(server.post(operation + "/finish", operator, finish).code())
                .isEqualTo("wrong_state");
        assertThat(server.post(operation + "/begin", operator, Map.of("worker", "w"))
                        .status())
                .isEqualTo(200);
        assertThat(server.post(operation + "/finish", operator, finish).value("recorded_as"))
                .isEqualTo("result");
        assertThat(server.post(operation + "/finish", operator, finish).value("recorded_as"))
                .isEqualTo("same_again");
    }

    @Test
    void aLostAnswerToBeginIsGivenAgainAndRunsNothingTwice() throws IOException {
        String operation = accepted("once");
        Map<String, Object> begin = Map.of("worker", "w", "request_id", "r-1");
        Reply first = server.post(operation + "/begin", operator, begin);
        Reply again = server.post(operation + "/begin", operator, begin);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text()).isEqualTo(first.text());
        Reply other = server.post(
                operation + "/begin", operator, Map.of("worker", "w", "request_id", "r-2"));
        assertThat(other.status()).isEqualTo(403);
        assertThat(other.value("decision")).isEqualTo("deny_outcome_unknown");
    }
}
