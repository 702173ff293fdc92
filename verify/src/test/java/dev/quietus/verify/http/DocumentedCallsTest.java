package dev.quietus.verify.http;

import static dev.quietus.verify.http.DocumentedCalls.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.quietus.core.Wire;
import dev.quietus.server.http.Problem;
import dev.quietus.verify.server.TestingQuietus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call is made on a real server, and every answer is compared with the reference. */
class DocumentedCallsTest {

    private static final String RUN = "/v1/runs/{run}";
    private static final String OPERATIONS = RUN + "/operations";
    private static final String OPERATION = OPERATIONS + "/{op}";

    /** These need a ledger that fails or a bug; others test them. */
    private static final Set<String> NOT_MET =
            Set.of("record_not_written", "overloaded", "internal");

    @TempDir
    private Path directory = Path.of("");

    private HttpServer provider;
    private TestingQuietus quietus;
    private DocumentedCalls calls;
    private String operator = "";

    @BeforeEach
    void start() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/", exchange -> {
            boolean cancel = exchange.getRequestMethod().equals("POST");
            byte[] body = "{\"items\": []}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(cancel ? 202 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        provider.start();
        String declared = Bodies.PROVIDER.formatted(provider.getAddress().getPort());
        quietus = TestingQuietus.start(directory, Optional.of(declared));
        operator = quietus.operatorToken();
        calls = new DocumentedCalls(quietus.url(), operator);
    }

    @AfterEach
    void stop() {
        calls.close();
        quietus.close();
        provider.stop(0);
    }

    @Test
    void everyCallAndEveryProblemIsAnsweredAsDocumented() {
        runs();
        work();
        decisions();
        stopWithReceipt();
        unknownSettledByHand();
        manyStops();
        access();
        health();
        refusals();

        assertThat(calls.succeeded()).isEqualTo(calls.expected());
        Set<String> codes = new TreeSet<>(Wire.spellings(Problem.Code.class));
        codes.removeAll(NOT_MET);
        assertThat(calls.problems()).isEqualTo(codes);
    }

    private void runs() {
        String full = Bodies.FULL_RUN.formatted(quietus.now().plus(Duration.ofHours(40)));
        JsonNode root = calls.post("/v1/runs", Map.of(), full);
        calls.post("/v1/runs", Map.of(), full);
        calls.as(text(root, "/lease_token"));
        calls.post(
                "/v1/runs", Map.of(), "{\"run_id\": \"checks\", \"parent_run_id\": \"release\"}");
        calls.post("/v1/runs", Map.of(), """
                {"run_id": "ticket", "parent_run_id": "release", "capabilities": ["ci.*"]}""");
        calls.post(RUN + "/renew", "checks", until(30));
        calls.get(RUN, "checks");
        calls.refused("wider_than_parent", "POST", "/v1/runs", Map.of(), """
                {"parent_run_id": "ticket", "capabilities": ["*"]}""");
        calls.as(operator);
        calls.post(RUN + "/renew", "release", until(41));
        calls.post(RUN + "/complete", "checks", "");
        calls.post(RUN + "/promote", "ticket", DocumentedCalls.body("reason", "it goes on"));
        calls.get(RUN, "release");
        calls.get(RUN, "ticket");
        calls.get(RUN + "/tree", "release");
        calls.get("/v1/runs?state=running&label=team%3Dpayments", Map.of());
        JsonNode page = calls.get("/v1/runs?limit=1", Map.of());
        calls.get("/v1/runs?limit=1000&after=" + text(page, "/next_after"), Map.of());
    }

    private String until(int hours) {
        return DocumentedCalls.body(
                "valid_until", quietus.now().plus(Duration.ofHours(hours)).toString());
    }

    private void work() {
        String queued = Bodies.QUEUED.formatted(quietus.now().plus(Duration.ofHours(1)));
        calls.post(OPERATIONS, "release", queued);
        calls.post(OPERATIONS, "release", queued);
        calls.post("/v1/check", Map.of(), """
                {"run_id": "release", "tool": "ci.check", "kind": "tool_call"}""");
        calls.post("/v1/check", Map.of(), """
                {"run_id": "checks", "operation_id": "queued-1"}""");
        String claim = """
                {"queue": "checks", "worker": "w-1", "request_id": "r-1", "wait_seconds": 1}""";
        calls.as(quietus.workerToken("w-1"));
        calls.post("/v1/work/claim", Map.of(), claim);
        calls.post("/v1/work/claim", Map.of(), claim.replace("r-1", "r-2").replace(": 1}", ": 0}"));
        Map<String, String> first = operation("release", "queued-1");
        calls.post(OPERATION + "/heartbeat", first, """
                {"attempt": 1, "worker": "w-1", "sent": "sent", "provider_job": "job-1"}""");
        calls.post(OPERATION + "/finish", first, """
                {"attempt": 1, "worker": "w-1", "outcome": "failed", "effect": "none",
                 "error": "HTTP 503", "retry": {"after_seconds": 30, "max_attempts": 3}}""");
        calls.as(operator);
        calls.refused("not_due", "POST", OPERATION + "/begin", first, "");
        begin("release", "inline-1", "ci.report", "none");
        calls.post(OPERATION + "/finish", operation("release", "inline-1"), """
                {"attempt": 1, "worker": "w-1", "outcome": "succeeded", "effect": "present",
                 "effect_id": "report-1", "output_digest": "sha256:2", "sent": "sent"}""");
        calls.refused(
                "has_outcome", "POST", OPERATION + "/begin", operation("release", "inline-1"), "");
        calls.get(OPERATION, operation("release", "inline-1"));
        JsonNode page = calls.get(OPERATIONS + "?limit=1", "release");
        String after = text(page, "/next_after").replace(":", "%3A");
        calls.get(OPERATIONS + "?state=succeeded&after=" + after, "release");
        calls.get("/v1/operations/{op}", Map.of("op", "inline-1"));
    }

    private static Map<String, String> operation(String run, String operation) {
        return Map.of("run", run, "op", operation);
    }

    private JsonNode begin(String run, String operation, String tool, String effects) {
        return calls.post(OPERATION + "/begin", operation(run, operation), """
                {"worker": "w-1", "request_id": "begin-%s", "heartbeat_timeout_seconds": "1h",
                 "operation": {"tool": "%s", "effects": "%s"}}""".formatted(
                        operation, tool, effects));
    }

    private void decisions() {
        accept("waits-1", "\"requires_approval\": true");
        accept("waits-2", "\"requires_approval\": true");
        accept("waits-3", "\"requires_approval\": true");
        accept("callback-1", "\"kind\": \"callback\"");
        accept(
                "timer-1",
                "\"kind\": \"timer\", \"not_before\": \"%s\""
                        .formatted(quietus.now().plus(Duration.ofHours(2))));
        calls.post(OPERATION + "/approve", operation("release", "waits-1"), "");
        calls.post(
                OPERATION + "/reject",
                operation("release", "waits-2"),
                DocumentedCalls.body("reason", "wrong commit"));
        calls.post(
                OPERATION + "/callback",
                operation("release", "callback-1"),
                "{\"outcome\": \"succeeded\", \"effect\": \"none\"}");
    }

    private void accept(String id, String more) {
        calls.post(OPERATIONS, "release", Bodies.ACCEPTED.formatted(id, more));
    }

    private void stopWithReceipt() {
        calls.refused("no_receipt_yet", "GET", RUN + "/receipt", Map.of("run", "release"), "");
        begin("release", "preview-1", "deployment.preview", "expected");
        calls.post(OPERATION + "/heartbeat", operation("release", "preview-1"), """
                {"attempt": 1, "worker": "w-1", "sent": "sent", "provider_job": "preview-7712"}""");
        JsonNode barrier = calls.post(RUN + "/stop", "release", """
                {"reason": "wrong commit", "settle_timeout": "60s", "quiet_period": 6}""");
        String id = text(barrier, "/barrier_id");
        calls.get("/v1/barriers/{barrier}", Map.of("barrier", id));
        calls.refused(
                "no_receipt_yet",
                "GET",
                "/v1/barriers/{barrier}/receipt",
                Map.of("barrier", id),
                "");
        JsonNode denied = calls.refused(
                "denied", "POST", OPERATION + "/begin", operation("release", "waits-1"), "");
        assertThat(text(denied, "/decision")).isEqualTo("deny_stale_epoch");
        calls.refused(
                "stale_ignored",
                "POST",
                OPERATION + "/approve",
                operation("release", "waits-3"),
                "");
        quietus.passQuiet(id);
        calls.get("/v1/barriers/{barrier}", Map.of("barrier", id));
        calls.get("/v1/barriers/{barrier}/receipt?revision=1", Map.of("barrier", id));
        calls.get("/v1/barriers/{barrier}/receipts", Map.of("barrier", id));
        calls.get(RUN + "/barriers", "release");
        calls.get(RUN + "/receipt", "release");
        calls.get("/v1/barriers?state=all&limit=10", Map.of());
        calls.get(OPERATION, operation("release", "preview-1"));
        calls.get(RUN, "release");
        JsonNode page = calls.get(RUN + "/events?limit=5", "release");
        calls.get(RUN + "/events?after=" + text(page, "/next_after"), "release");
        calls.get("/v1/events", Map.of());
    }

    private void unknownSettledByHand() {
        calls.post(
                "/v1/runs", Map.of(), "{\"run_id\": \"docs-run\", \"capabilities\": [\"docs.*\"]}");
        begin("docs-run", "publish-1", "docs.publish", "expected");
        JsonNode barrier = calls.post(RUN + "/stop", "docs-run", """
                {"reason": "wrong text", "selector": {"tool": "docs.*"}}""");
        String id = text(barrier, "/barrier_id");
        quietus.awaitBarrier(id, "incomplete");
        calls.get("/v1/barriers/{barrier}", Map.of("barrier", id));
        calls.get(OPERATION, operation("docs-run", "publish-1"));
        String settled = """
                {"as": "completed_and_verified", "evidence": "the page is online"}""";
        calls.post(OPERATION + "/settle", operation("docs-run", "publish-1"), settled);
        calls.refused(
                "wrong_state",
                "POST",
                OPERATION + "/settle",
                operation("docs-run", "publish-1"),
                settled.replace("completed_and_verified", "cancelled_without_effect"));
        calls.get(OPERATION, operation("docs-run", "publish-1"));
        calls.post("/v1/operations/{op}/undo", Map.of("op", "publish-1"), "{\"plan_only\": true}");
    }

    private void manyStops() {
        calls.post("/v1/runs", Map.of(), "{\"run_id\": \"other\", \"labels\": {\"team\": \"x\"}}");
        calls.post("/v1/stops", Map.of(), "{\"label\": \"team=x\", \"reason\": \"incident 4711\"}");
        calls.post("/v1/stops", Map.of(), """
                {"all": true, "freeze": true, "reason": "incident 4711"}""");
        calls.refused("frozen", "POST", "/v1/runs", Map.of(), "");
        calls.post("/v1/stops/reopen", Map.of(), "");
    }

    private void access() {
        calls.post("/v1/tokens", Map.of(), "{\"role\": \"auditor\", \"name\": \"audit-1\"}");
        calls.get("/v1/tokens", Map.of());
        calls.call("DELETE", "/v1/tokens/{name}", Map.of("name", "audit-1"), "");
        calls.post("/v1/keys/rotate", Map.of(), "");
        calls.get("/v1/keys", Map.of());
        calls.get("/metrics", Map.of());
    }

    private void health() {
        calls.as("");
        calls.get("/health/live", Map.of());
        calls.get("/health/ready", Map.of());
        calls.get("/openapi.json", Map.of());
        calls.refused("unauthenticated", "GET", "/v1/runs", Map.of(), "");
        calls.as(operator);
    }

    private void refusals() {
        Map<String, String> none = Map.of();
        calls.refused("invalid_json", "POST", "/v1/runs", none, "{");
        calls.refused("unknown_field", "POST", "/v1/runs", none, "{\"colour\": \"red\"}");
        calls.refused("missing_field", "POST", "/v1/stops", none, "{\"all\": true}");
        calls.refused("invalid_value", "GET", "/v1/barriers?state=closed", none, "");
        calls.refused("not_found", "GET", RUN, Map.of("run", "nobody"), "");
        calls.refused("too_large", "POST", "/v1/runs", none, " ".repeat((1 << 20) + 1));
        calls.refused("unsupported_media_type", "POST", "/v1/runs", none, "{}", "text/plain");
        calls.refused(
                "conflict",
                "POST",
                "/v1/runs",
                none,
                "{\"run_id\": \"release\", \"owner\": \"o\"}");
        calls.refused(
                "attempt_given_up",
                "POST",
                OPERATION + "/heartbeat",
                operation("release", "inline-1"),
                "{\"attempt\": 1, \"worker\": \"w-2\"}");
        calls.as(quietus.workerToken("w-1"));
        calls.refused("forbidden", "GET", "/v1/tokens", none, "");
        calls.as(operator);
        calls.refusedMethod("PUT", "/v1/runs");
    }
}
