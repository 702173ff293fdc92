package dev.quietus.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent can't do with its lease token, tried as an agent would. */
class AgentLimitsTest {
    @TempDir
    private static Path directory;

    private static TestingServer server;

    @BeforeAll
    static void start() throws IOException {
        server = TestingServer.in(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String token(JsonNode authority) {
        return authority.path("lease_token").asText();
    }

    private static String state(String run) throws IOException {
        return server.get("/v1/runs/" + run, server.operator()).value("state");
    }

    @Test
    void neitherReadsNorStopsARunBesideItsOwn() throws IOException {
        String own = token(server.root("reader"));
        server.root("beside");

        assertThat(server.get("/v1/runs/beside", own).code()).isEqualTo("forbidden");
        Reply stop = server.post("/v1/runs/beside/stop", own, Map.of("reason", "mischief"));
        assertThat(stop.code()).isEqualTo("forbidden");
        assertThat(state("beside")).isEqualTo("running");
    }

    @Test
    void isNotToldWhetherAnotherRunExists() throws IOException {
        String own = token(server.root("curious"));
        server.root("exists");

        Reply there = server.get("/v1/runs/exists", own);
        Reply missing = server.get("/v1/runs/missing", own);
        assertThat(there.status()).isEqualTo(missing.status());
        assertThat(there.detail().replace("exists", "missing")).isEqualTo(missing.detail());
    }

    @Test
    void neitherPromotesNorRenewsItself() throws IOException {
        server.root("over-climber");
        String own = token(server.child("climber", "over-climber"));
        String until = server.get("/v1/runs/climber", own).value("valid_until");

        assertThat(server.post("/v1/runs/climber/promote", own, Map.of("reason", "me"))
                        .code())
                .isEqualTo("forbidden");
        assertThat(server.post("/v1/runs/climber/renew", own, Map.of("valid_until", until))
                        .code())
                .isEqualTo("forbidden");
        assertThat(server.get("/v1/runs/climber", own)
                        .json()
                        .path("parent_run_id")
                        .asText())
                .isEqualTo("over-climber");
    }

    @Test
    void renewsARunBelowItsOwn() throws IOException {
        String above = token(server.root("renewer"));
        server.child("renewed", "renewer");
        String until = server.get("/v1/runs/renewer", above).value("valid_until");

        assertThat(server.post("/v1/runs/renewed/renew", above, Map.of("valid_until", until))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void neitherApprovesNorSettlesItsOwnWork() throws IOException {
        String own = token(server.root("worker-run"));
        server.accept("worker-run", "asks", Map.of("requires_approval", true));
        String operation = "/v1/runs/worker-run/operations/asks";

        assertThat(server.post(operation + "/approve", own, Map.of()).code())
                .isEqualTo("forbidden");
        assertThat(server.post(operation + "/reject", own, Map.of("reason", "no"))
                        .code())
                .isEqualTo("forbidden");
        Map<String, Object> settled =
                Map.of("as", "cancelled_without_effect", "evidence", "trust me");
        assertThat(server.post(operation + "/settle", own, settled).code()).isEqualTo("forbidden");
        assertThat(server.get(operation, own).value("state")).isEqualTo("awaiting_approval");
    }

    @Test
    void registersChildRunsOnlyAndOnlyBelowItself() throws IOException {
        String own = token(server.root("parent"));
        server.root("stranger");

        assertThat(server.post("/v1/runs", own, Map.of("run_id", "a-root")).code())
                .isEqualTo("forbidden");
        assertThat(server.post("/v1/runs", own, Map.of("run_id", "x", "parent_run_id", "stranger"))
                        .code())
                .isEqualTo("forbidden");
        assertThat(server.post("/v1/runs", own, Map.of("run_id", "mine", "parent_run_id", "parent"))
                        .status())
                .isEqualTo(201);
        assertThat(server.get("/v1/runs/a-root", server.operator()).code()).isEqualTo("not_found");
    }

    @Test
    void losesItsChildOnceAPersonPromotedIt() throws IOException {
        String above = token(server.root("old-parent"));
        server.child("grown", "old-parent");
        assertThat(server.get("/v1/runs/grown", above).status()).isEqualTo(200);
        assertThat(server.post(
                                "/v1/runs/grown/promote",
                                server.operator(),
                                Map.of("reason", "grown up"))
                        .status())
                .isEqualTo(200);

        assertThat(server.get("/v1/runs/grown", above).code()).isEqualTo("forbidden");
        JsonNode tree = server.get("/v1/runs/old-parent/tree", above).json().path("runs");
        assertThat(tree.findValuesAsText("run_id")).containsExactly("old-parent");
        JsonNode whole =
                server.get("/v1/runs/old-parent/tree", server.operator()).json().path("runs");
        assertThat(whole.findValuesAsText("run_id")).containsExactly("old-parent", "grown");
    }

    @Test
    void readsNoOutcomeOfAStrangerByGoingOnFromItsRun() throws IOException {
        server.root("victim");
        server.accept("victim", "pay", Map.of("idempotency_key", "invoice-7"));
        stop("victim");
        String own = token(server.root("nosy"));
        Map<String, Object> child =
                Map.of("run_id", "nosy-child", "parent_run_id", "nosy", "resumes", "victim");

        Reply refused = server.post("/v1/runs", own, child);
        assertThat(refused.code()).isEqualTo("forbidden");
        assertThat(refused.detail()).contains("nosy").contains("victim");
        assertThat(server.get("/v1/runs/nosy-child", server.operator()).code())
                .isEqualTo("not_found");
    }

    @Test
    void goesOnFromTheChildOfTheRunThatItsOwnRunGoesOnFrom() throws IOException {
        server.root("first");
        server.child("first-child", "first");
        stop("first");
        Map<String, Object> again =
                Map.of("run_id", "second", "resumes", "first", "capabilities", new String[] {"*"});
        String own = TestingServer.require(server.post("/v1/runs", server.operator(), again), 201)
                .value("lease_token");

        Map<String, Object> child = Map.of(
                "run_id", "second-child", "parent_run_id", "second", "resumes", "first-child");
        assertThat(server.post("/v1/runs", own, child).status()).isEqualTo(201);
    }

    @Test
    void standsInTheRecordAsWhoItsTokenSays() throws IOException {
        String own = token(server.root("honest"));
        Map<String, Object> lie = Map.of("reason", "done", "requested_by", "operator:thomas");
        Reply refused = server.post("/v1/runs/honest/stop", own, lie);
        assertThat(refused.code()).isEqualTo("unknown_field");
        assertThat(refused.json().path("fields").toString()).isEqualTo("[\"requested_by\"]");
        assertThat(state("honest")).isEqualTo("running");

        Reply stopped = server.post("/v1/runs/honest/stop", own, Map.of("reason", "done"));
        assertThat(stopped.status()).isEqualTo(202);
        assertThat(stopped.value("requested_by")).isEqualTo("agent:honest");
        Reply byPerson = server.post(
                "/v1/runs/reader-2/stop", operatorOf("reader-2"), Map.of("reason", "done"));
        assertThat(byPerson.value("requested_by")).isEqualTo("operator:operator");
    }

    private static String operatorOf(String run) throws IOException {
        server.root(run);
        return server.operator();
    }

    private static void stop(String run) throws IOException {
        TestingServer.require(
                server.post(
                        "/v1/runs/" + run + "/stop", server.operator(), Map.of("reason", "test")),
                202);
    }
}
