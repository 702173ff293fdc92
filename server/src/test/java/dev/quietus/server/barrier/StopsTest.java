package dev.quietus.server.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pressing stop: of one run, of many, again and at once. */
@Order(4)
class StopsTest {
    @TempDir
    private Path directory;

    private TestingServer server;
    private String operator;

    @BeforeEach
    void start() throws IOException {
        server = TestingServer.in(directory);
        operator = server.operator();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void labelled(String run, String parent) throws IOException {
        Map<String, Object> body =
                new LinkedHashMap<>(Map.of("run_id", run, "labels", Map.of("team", "a")));
        if (!parent.isEmpty()) {
            body.put("parent_run_id", parent);
        }
        TestingServer.require(server.post("/v1/runs", operator, body), 201);
    }

    /** With a quiet period that outlasts the test, so that no barrier is certified meanwhile. */
    private Reply stopLabelled() throws IOException {
        Map<String, Object> body =
                Map.of("label", "team=a", "reason", "test", "quiet_period", "1h");
        return TestingServer.require(server.post("/v1/stops", operator, body), 202);
    }

    private static List<String> barriers(Reply reply) {
        return reply.json().path("barriers").findValuesAsText("barrier_id");
    }

    @Test
    void oneRunStoppedByManyAtOnceHasOneBarrier() throws Exception {
        server.root("run-1");
        List<Future<String>> presses = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<String> press = () -> TestingServer.require(
                            server.post("/v1/runs/run-1/stop", operator, Map.of("reason", "test")),
                            202)
                    .value("barrier_id");
            for (int i = 0; i < 30; i++) {
                presses.add(threads.submit(press));
            }
            for (Future<String> each : presses) {
                assertThat(each.get()).isEqualTo("stop-run-1-01");
            }
        }
        Reply all = server.get("/v1/runs/run-1/barriers", operator);
        assertThat(barriers(all)).containsExactly("stop-run-1-01");
    }

    @Test
    void aLabelStopsTheTopmostRunsThatHaveIt() throws IOException {
        labelled("z-parent", "");
        labelled("a-child", "z-parent");
        server.child("a-plain-child", "z-parent");
        labelled("other", "");
        server.root("unlabelled");

        assertThat(barriers(stopLabelled()))
                .containsExactlyInAnyOrder("stop-z-parent-01", "stop-other-01");
        assertThat(server.get("/v1/runs/a-child", operator).value("state")).isEqualTo("cancelling");
        assertThat(server.get("/v1/runs/a-plain-child", operator).value("lease_status"))
                .isEqualTo("revoked");
        assertThat(server.get("/v1/runs/unlabelled", operator).value("state")).isEqualTo("running");
    }

    @Test
    void aLostAnswerToAStopOfManyIsGivenAgain() throws IOException {
        labelled("one", "");
        labelled("two", "");
        List<String> first = barriers(stopLabelled());
        labelled("three", "");
        assertThat(barriers(stopLabelled()))
                .containsAll(first)
                .contains("stop-three-01")
                .hasSize(3);

        Map<String, Object> everything =
                Map.of("all", true, "reason", "test", "quiet_period", "1h");
        server.root("four");
        Reply all = TestingServer.require(server.post("/v1/stops", operator, everything), 202);
        assertThat(barriers(all)).containsAll(first).contains("stop-four-01").hasSize(4);
    }

    @Test
    void afterAFreezeNoRootRunIsRegisteredUntilAnOperatorReopens() throws IOException {
        String agent = server.root("running").path("lease_token").asText();
        Map<String, Object> freeze = Map.of("all", true, "freeze", true, "reason", "test");
        Reply frozen = TestingServer.require(server.post("/v1/stops", operator, freeze), 202);
        assertThat(frozen.json().path("frozen").asBoolean()).isTrue();

        assertThat(server.post("/v1/runs", operator, Map.of("run_id", "new")).code())
                .isEqualTo("frozen");
        Map<String, Object> child = Map.of("run_id", "new-child", "parent_run_id", "running");
        assertThat(server.post("/v1/runs", agent, child).value("decision"))
                .isEqualTo("deny_parent_revoked");

        Reply open = server.post("/v1/stops/reopen", operator, Map.of());
        assertThat(open.json().path("frozen").asBoolean()).isFalse();
        assertThat(server.post("/v1/runs", operator, Map.of("run_id", "new")).status())
                .isEqualTo(201);
    }

    @Test
    void aStopOfManyNamesWhatItIsOf() throws IOException {
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("reason", "test"),
                Map.of("reason", "test", "all", true, "label", "a=b"),
                Map.of("reason", "test", "label", "a=b", "freeze", true))) {
            assertThat(server.post("/v1/stops", operator, wrong).code()).isEqualTo("invalid_value");
        }
        assertThat(server.post("/v1/runs", operator, Map.of()).status()).isEqualTo(201);
    }

    @Test
    void aBarrierAndItsReceiptAreFoundOrSaidToBeMissing() throws IOException {
        server.root("run-1");
        assertThat(server.get("/v1/runs/run-1/receipt", operator).code())
                .isEqualTo("no_receipt_yet");
        assertThat(server.get("/v1/runs/none/receipt", operator).code()).isEqualTo("not_found");
        assertThat(server.get("/v1/barriers/none", operator).code()).isEqualTo("not_found");
        assertThat(server.get("/v1/barriers/none/receipt", operator).code()).isEqualTo("not_found");
        String barrier = server.post(
                        "/v1/runs/run-1/stop",
                        operator,
                        Map.of("reason", "test", "quiet_period", "1h"))
                .value("barrier_id");
        Reply early = server.get("/v1/barriers/" + barrier + "/receipt", operator);
        assertThat(early.status()).isEqualTo(404);
        assertThat(early.code()).isEqualTo("no_receipt_yet");
        assertThat(early.value("barrier_id")).isEqualTo(barrier);
        assertThat(barriers(server.get("/v1/barriers?state=open", operator)))
                .containsExactly(barrier);
        assertThat(server.get("/v1/barriers/" + barrier + "/receipts", operator)
                        .json()
                        .path("receipts")
                        .isEmpty())
                .isTrue();
        assertThat(server.post("/v1/runs/none/stop", operator, Map.of("reason", "x"))
                        .code())
                .isEqualTo("not_found");
        Map<String, Object> missing =
                Map.of("reason", "x", "selector", Map.of("operation", "none"));
        assertThat(server.post("/v1/runs/run-1/stop", operator, missing).code())
                .isEqualTo("not_found");
    }
}
