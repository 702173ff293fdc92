package dev.quietus.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import dev.quietus.server.Traces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Proper JSON with a wrong value in it: the problem names the field, and nothing is written. */
@Isolated("it reads what the whole process logs")
class BadValueTest {
    private static final String OPERATION = "/v1/runs/run-1/operations/op-1";

    @TempDir
    private static Path directory;

    private static TestingServer server;
    private static String operator;

    private Traces traces;
    private String operationBefore = "";

    @BeforeAll
    static void start() throws IOException {
        server = TestingServer.in(directory);
        operator = server.operator();
        server.root("run-1");
        server.accept("run-1", "op-1", Map.of());
        Map<String, Object> begin = Map.of("worker", "w", "heartbeat_timeout_seconds", 3_600);
        TestingServer.require(server.post(OPERATION + "/begin", operator, begin), 200);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void remember() throws IOException {
        traces = Traces.of(server);
        operationBefore = server.get(OPERATION, operator).text();
    }

    @AfterEach
    void leavesNoTraceInRecordAndLog() throws IOException {
        traces.requireNone();
        assertThat(server.get(OPERATION, operator).text()).isEqualTo(operationBefore);
    }

    private static Reply post(String path, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return server.send("POST", path, operator, Optional.of(bytes));
    }

    /** A path, a body with a wrong value, and what the problem must name. */
    record Wrong(String path, String body, String named) {}

    private static final String RUNS = "/v1/runs";
    private static final String ACCEPT = "/v1/runs/run-1/operations";
    private static final String STOP = "/v1/runs/run-1/stop";

    static final Set<Wrong> WRONG_VALUES = Set.of(
            new Wrong(RUNS, "{'run_id': ''}", "run_id"),
            new Wrong(RUNS, "{'run_id': 'a b'}", "run_id"),
            new Wrong(RUNS, "{'run_id': 'ä'}", "run_id"),
            new Wrong(RUNS, "{'run_id': '" + "x".repeat(201) + "'}", "run_id"),
            new Wrong(RUNS, "{'run_id': 7}", "run_id"),
            new Wrong(RUNS, "{'run_id': ['x']}", "run_id"),
            new Wrong(RUNS, "{'parent_run_id': 'a\\tb'}", "parent_run_id"),
            new Wrong(RUNS, "{'task_id': ''}", "task_id"),
            new Wrong(RUNS, "{'task_id': '\\u0000'}", "task_id"),
            new Wrong(RUNS, "{'owner': '" + "x".repeat(2_001) + "'}", "owner"),
            new Wrong(RUNS, "{'capabilities': 'a.*'}", "capabilities"),
            new Wrong(RUNS, "{'capabilities': ['a*']}", "capabilities"),
            new Wrong(RUNS, "{'capabilities': ['*.a']}", "capabilities"),
            new Wrong(RUNS, "{'capabilities': [7]}", "capabilities"),
            new Wrong(RUNS, "{'capabilities': ['" + "x','".repeat(1_100) + "']}", "capabilities"),
            new Wrong(RUNS, "{'labels': ['a']}", "labels"),
            new Wrong(RUNS, "{'labels': {'a': 7}}", "labels.a"),
            new Wrong(RUNS, "{'labels': {'a b': 'c'}}", "label"),
            new Wrong(RUNS, "{'valid_until': 'tomorrow'}", "valid_until"),
            new Wrong(RUNS, "{'valid_until': '2026-13-01T00:00:00Z'}", "valid_until"),
            new Wrong(RUNS, "{'valid_until': '2026-02-30T00:00:00Z'}", "valid_until"),
            new Wrong(RUNS, "{'valid_until': '2026-01-01'}", "valid_until"),
            new Wrong(RUNS, "{'valid_until': '2026-01-01T00:00:00'}", "valid_until"),
            new Wrong(RUNS, "{'valid_until': '+12026-01-01T00:00:00Z'}", "valid_until"),
            new Wrong(RUNS, "{'valid_until': 1767225600}", "valid_until"),
            new Wrong(RUNS, "{'resumes': 'not here'}", "resumes"),
            new Wrong(ACCEPT, "{'operation_id': 'x'}", "tool"),
            new Wrong(ACCEPT, "{'tool': 'mail.send'}", "operation_id"),
            new Wrong(ACCEPT, "{'operation_id': 'x', 'tool': 'a b'}", "tool"),
            new Wrong(ACCEPT, "{'operation_id': 'x', 'tool': 't', 'kind': 'prayer'}", "kind"),
            new Wrong(ACCEPT, "{'operation_id': 'x', 'tool': 't', 'effects': 'some'}", "effects"),
            new Wrong(
                    ACCEPT,
                    "{'operation_id': 'x', 'tool': 't', 'requires_approval': 'yes'}",
                    "requires_approval"),
            new Wrong(
                    ACCEPT,
                    "{'operation_id': 'x', 'tool': 't', 'expires_at': 'soon'}",
                    "expires_at"),
            new Wrong(
                    ACCEPT,
                    "{'operation_id': 'x', 'tool': 't', 'arguments_digest': 'a b'}",
                    "arguments_digest"),
            new Wrong(
                    ACCEPT,
                    "{'operation_id': 'x', 'tool': 't', 'revocation_epoch': 1.5}",
                    "revocation_epoch"),
            new Wrong(
                    ACCEPT,
                    "{'operation_id': 'x', 'tool': 't', 'revocation_epoch': -1}",
                    "revocation_epoch"),
            new Wrong(
                    ACCEPT,
                    "{'operation_id': 'x', 'tool': 't', 'revocation_epoch': 1e400}",
                    "revocation_epoch"),
            new Wrong(
                    ACCEPT,
                    "{'operation_id':'x', 'tool':'t', 'revocation_epoch': 9999999999999999999}",
                    "revocation_epoch"),
            new Wrong(OPERATION + "/heartbeat", "{'attempt': 0, 'worker': 'w'}", "attempt"),
            new Wrong(OPERATION + "/heartbeat", "{'attempt': 1}", "worker"),
            new Wrong(
                    OPERATION + "/heartbeat",
                    "{'attempt': 1, 'worker': 'w', 'sent': 'maybe'}",
                    "sent"),
            new Wrong(
                    OPERATION + "/heartbeat",
                    "{'attempt': 1, 'worker': 'w', 'provider_job': 'a b'}",
                    "provider_job"),
            new Wrong(OPERATION + "/finish", "{'attempt': 1, 'worker': 'w'}", "outcome"),
            new Wrong(OPERATION + "/finish", finish("'outcome': 'fine'"), "outcome"),
            new Wrong(
                    OPERATION + "/finish",
                    finish("'outcome': 'failed', 'effect': 'big'"),
                    "effect"),
            new Wrong(
                    OPERATION + "/finish",
                    finish("'outcome': 'failed', 'effect_id': 'a b'"),
                    "effect_id"),
            new Wrong(
                    OPERATION + "/finish",
                    finish("'outcome': 'failed', 'output_digest': ''"),
                    "output_digest"),
            new Wrong(
                    OPERATION + "/finish",
                    finish("'outcome': 'failed', 'error': '\\u0007'"),
                    "error"),
            new Wrong(
                    OPERATION + "/finish",
                    finish("'outcome': 'failed', 'retry': {'max_attempts': 2}"),
                    "retry.after_seconds"),
            new Wrong(
                    OPERATION + "/finish",
                    finish("'outcome': 'failed', 'retry': {'after_seconds': '1 s'}"),
                    "retry.after_seconds"),
            new Wrong(
                    OPERATION + "/callback",
                    "{'outcome': 'succeeded', 'provider_job': 'a b'}",
                    "provider_job"),
            new Wrong(OPERATION + "/settle", "{'as': 'unknown', 'evidence': 'x'}", "as"),
            new Wrong(
                    OPERATION + "/settle",
                    "{'as': 'completed_and_verified', 'evidence': ' '}",
                    "evidence"),
            new Wrong(OPERATION + "/reject", "{}", "reason"),
            new Wrong("/v1/work/claim", "{'queue': 'q', 'worker': 'w', 'wait': '61s'}", "wait"),
            new Wrong("/v1/work/claim", "{'queue': 'q', 'worker': 'w', 'wait': '-1s'}", "wait"),
            new Wrong(
                    "/v1/work/claim",
                    "{'queue': 'q', 'worker': 'w', 'wait_seconds': -1}",
                    "wait_seconds"),
            new Wrong(
                    "/v1/work/claim",
                    "{'queue': 'q', 'worker': 'w', 'heartbeat_timeout_seconds': '1ms'}",
                    "heartbeat_timeout_seconds"),
            new Wrong(STOP, "{}", "reason"),
            new Wrong(STOP, "{'reason': '  '}", "reason"),
            new Wrong(STOP, "{'reason': 'x', 'settle_timeout': '2d'}", "settle_timeout"),
            new Wrong(STOP, "{'reason': 'x', 'quiet_period': 'long'}", "quiet_period"),
            new Wrong(STOP, "{'reason': 'x', 'selector': {'tool': 'a*b'}}", "selector.tool"),
            new Wrong(STOP, "{'reason': 'x', 'selector': {}}", "selector"),
            new Wrong(STOP, "{'reason': 'x', 'selector': 'everything'}", "selector"),
            new Wrong("/v1/stops", "{'reason': 'x', 'label': 'team'}", "label"),
            new Wrong("/v1/tokens", "{'role': 'god', 'name': 'x'}", "role"),
            new Wrong("/v1/tokens", "{'role': 'worker', 'name': 'a b'}", "name"));

    private static String finish(String more) {
        return "{'attempt': 1, 'worker': 'w', " + more + "}";
    }

    @ParameterizedTest
    @FieldSource("WRONG_VALUES")
    void namesTheFieldThatIsWrong(Wrong wrong) throws IOException {
        Reply reply = post(wrong.path(), wrong.body().replace('\'', '"'));
        assertThat(reply.status()).as(reply.text()).isEqualTo(400);
        assertThat(reply.code()).isIn("invalid_value", "missing_field");
        assertThat(reply.detail()).contains(wrong.named());
        assertThat(reply.text().length()).isLessThan(1_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/v1/runs | {}",
                "/v1/runs/run-1/renew | {'valid_until': '2030-01-01T00:00:00Z'}",
                "/v1/runs/run-1/complete | {}",
                "/v1/runs/run-1/promote | {'reason': 'x'}",
                "/v1/runs/run-1/operations | {'operation_id': 'x', 'tool': 't'}",
                OPERATION + "/begin | {}",
                OPERATION + "/heartbeat | {'attempt': 1, 'worker': 'w'}",
                OPERATION + "/finish | {'attempt':1,'worker':'w','outcome':'failed'}",
                OPERATION + "/callback | {'outcome': 'failed'}",
                OPERATION + "/approve | {}",
                OPERATION + "/reject | {'reason': 'x'}",
                OPERATION + "/settle | {'as':'cancelled_without_effect','evidence':'x'}",
                "/v1/operations/op-1/undo | {}",
                "/v1/work/claim | {'queue': 'q', 'worker': 'w'}",
                "/v1/check | {'run_id': 'run-1', 'tool': 't'}",
                "/v1/runs/run-1/stop | {'reason': 'x'}",
                "/v1/stops | {'reason': 'x', 'all': true}",
                "/v1/stops/reopen | {}",
                "/v1/tokens | {'role': 'worker', 'name': 'n'}",
                "/v1/keys/rotate | {}"
            })
    void refusesAFieldThatNobodyKnowsByItsName(String path, String body) throws IOException {
        for (String field :
                List.of("requested_by", "by", "person", "owner_id", "Reason", "a b\"c")) {
            ObjectNode document = (ObjectNode) new JsonMapper().readTree(body.replace('\'', '"'));
            document.put(field, "operator:thomas");
            Reply reply = post(path, document.toString());
            assertThat(reply.status()).as(reply.text()).isEqualTo(400);
            assertThat(reply.code()).isEqualTo("unknown_field");
            assertThat(reply.detail()).contains("unknown field " + field);
            assertThat(reply.json().path("fields").path(0).asText()).isEqualTo(field);
        }
    }

    @Test
    void namesAnUnknownFieldInsideByItsPath() throws IOException {
        Reply inline =
                post(OPERATION + "/begin", "{\"operation\": {\"tool\": \"t\", \"colour\": 1}}");
        assertThat(inline.json().path("fields").toString()).isEqualTo("[\"operation.colour\"]");
        Reply selector =
                post("/v1/runs/run-1/stop", "{\"reason\": \"x\", \"selector\": {\"run\": \"y\"}}");
        assertThat(selector.json().path("fields").toString()).isEqualTo("[\"selector.run\"]");
    }

    @Test
    void namesAtMostTenUnknownFieldsAndNoneInFull() throws IOException {
        StringBuilder body = new StringBuilder("{\"a\": 1");
        for (int i = 0; i < 500; i++) {
            body.append(", \"").append("n".repeat(300)).append(i).append("\": 1");
        }
        Reply reply = post("/v1/runs", body.append("}").toString());
        assertThat(reply.code()).isEqualTo("unknown_field");
        assertThat(reply.text().length()).isLessThan(4_000);
    }
}
