package dev.quietus.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.http.QuietusProtocolException;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.testing.Reply;
import dev.quietus.client.testing.Seen;
import dev.quietus.client.testing.TestingServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each method is one call: its path, its body, and what its answer means. */
@Timeout(60)
class QuietusTest {

    private static final String AUTHORITY = "{\"run_id\":\"r\",\"tree_id\":\"r\",\"lease\":\"l\","
            + "\"lease_token\":\"qtl_secret\",\"revocation_epoch\":17,"
            + "\"valid_until\":\"2026-08-16T11:20:00.000Z\"}";
    private static final Instant AT = Instant.parse("2026-08-16T11:20:00.123456Z");
    private static final BeginRequest BEGIN =
            BeginRequest.of("r", "op", "l", 17, "w").withRequestId("q");

    private final TestingServer server = TestingServer.answering(seen -> Reply.json(200, "{}"));
    private final Quietus quietus = Quietus.over(QuietusClient.to(server.uri()));

    @AfterEach
    void close() {
        quietus.close();
        server.close();
    }

    private void answering(Reply reply) {
        server.nowAnswering(seen -> reply);
    }

    static Stream<Arguments> calls() {
        return Stream.of(
                call("GET /v1/runs/r", "", q -> q.run("r")),
                call("GET /v1/runs", "", Quietus::runs),
                call("GET /v1/runs?after=r%2F1", "", q -> q.runs("r/1")),
                call("GET /v1/runs/r/tree", "", q -> q.tree("r")),
                call("POST /v1/runs/r/complete", "{}", q -> q.complete("r")),
                call("POST /v1/runs/r/promote", "{\"reason\":\"y\"}", q -> q.promote("r", "y")),
                call("GET /v1/runs/r/operations", "", q -> q.operations("r")),
                call("GET /v1/runs/r/operations?after=op", "", q -> q.operations("r", "op")),
                call("GET /v1/runs/r/operations/a%3Fb", "", q -> q.operation("r", "a?b")),
                call("POST /v1/runs/r/operations/op/approve", "{}", q -> q.approve("r", "op")),
                call(
                        "POST /v1/runs/r/operations/op/reject",
                        "{\"reason\":\"no\"}",
                        q -> q.reject("r", "op", "no")),
                call(
                        "POST /v1/runs/r/operations/op/settle",
                        "{\"as\":\"cancelled_without_effect\",\"evidence\":\"looked\"}",
                        q -> q.settle(
                                "r", "op", HandSettlement.CANCELLED_WITHOUT_EFFECT, "looked")),
                call(
                        "POST /v1/runs/r/stop",
                        "{\"reason\":\"x\",\"selector\":{\"operation\":\"op\"},"
                                + "\"settle_timeout\":\"60s\",\"quiet_period\":\"1500ms\","
                                + "\"cancel_queued_steering\":false}",
                        q -> q.stop(
                                "r",
                                StopRequest.because("x")
                                        .ofOperation("op")
                                        .settlingWithin(Duration.ofMinutes(1))
                                        .quietFor(Duration.ofMillis(1_500))
                                        .cancellingQueuedSteering(false))),
                call(
                        "POST /v1/runs/r/stop",
                        "{\"reason\":\"x\",\"selector\":{\"tool\":\"mail.*\"}}",
                        q -> q.stop("r", StopRequest.because("x").ofTools("mail.*"))),
                call(
                        "POST /v1/stops",
                        "{\"reason\":\"x\",\"label\":\"team=a=b\"}",
                        q -> q.stops(new StopsRequest.Labelled(
                                "team", "a=b", StopRequest.because("x").ofTools("mail.*")))),
                call(
                        "POST /v1/stops",
                        "{\"reason\":\"x\",\"all\":true,\"freeze\":true}",
                        q -> q.stops(new StopsRequest.Everything(true, StopRequest.because("x")))),
                call("GET /v1/barriers/b", "", q -> q.barrier("b")),
                call("GET /v1/runs/r/receipt", "", q -> q.receipt("r")),
                call(
                        "GET /v1/runs/r/receipt?revision=2",
                        "",
                        q -> q.receipt("r", OptionalLong.of(2))),
                call(
                        "GET /v1/barriers/b/receipt?revision=2",
                        "",
                        q -> q.receiptOfBarrier("b", OptionalLong.of(2))),
                call("GET /v1/keys", "", Quietus::keys),
                call("GET /v1/runs/r/events?after=0&limit=500", "", q -> q.events("r", 0, 500)));
    }

    private static Arguments call(String line, String body, Function<Quietus, JsonObject> call) {
        return Arguments.of(line, body, call);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("calls")
    void makesTheCall(String line, String body, Function<Quietus, JsonObject> call)
            throws Exception {
        answering(Reply.json(200, "{\"a\":1}"));
        assertThat(call.apply(quietus)).isEqualTo(Json.parse("{\"a\":1}"));
        Seen seen = server.next();
        assertThat(seen.call()).isEqualTo(line);
        if (body.isEmpty()) {
            assertThat(seen.body()).isEmpty();
        } else {
            assertThat(seen.json()).isEqualTo(Json.parse(body));
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("calls")
    void takesNoEmptyAnswer(String line, String body, Function<Quietus, JsonObject> call) {
        answering(Reply.empty(200));
        assertThatThrownBy(() -> call.apply(quietus))
                .isInstanceOf(QuietusProtocolException.class)
                .hasMessage(line + ": expected a document, found an answer 200 without content");
    }

    @Test
    void registersARunAndKeepsItsTokenToItself() throws Exception {
        answering(Reply.json(201, AUTHORITY));
        RunAuthority authority = quietus.registerRun(RunRegistration.builder()
                .runId("r")
                .parentRunId("p")
                .taskId("t")
                .owner("o")
                .capability("mail.*")
                .validUntil(AT)
                .label("b", "2")
                .label("a", "1")
                .resumes("old")
                .build());
        assertThat(authority.lease()).isEqualTo("l");
        assertThat(authority.leaseToken()).contains("qtl_secret");
        assertThat(authority.revocationEpoch()).isEqualTo(17);
        assertThat(authority.validUntil()).contains(Instant.parse("2026-08-16T11:20:00Z"));
        assertThat(authority.toString()).isEqualTo("RunAuthority[r, lease l, epoch 17]");
        assertThat(server.next().body())
                .isEqualTo("{\"run_id\":\"r\",\"parent_run_id\":\"p\",\"task_id\":\"t\","
                        + "\"owner\":\"o\",\"capabilities\":[\"mail.*\"],"
                        + "\"valid_until\":\"2026-08-16T11:20:00.123Z\","
                        + "\"labels\":{\"a\":\"1\",\"b\":\"2\"},\"resumes\":\"old\"}");
        quietus.renew("r", AT);
        assertThat(server.next().body())
                .isEqualTo("{\"valid_until\":\"2026-08-16T11:20:00.123Z\"}");
    }

    @Test
    void saysWhatOfAnAnswerItDidNotUnderstand() {
        answering(Reply.json(200, "{\"run_id\":\"r\",\"lease\":7}"));
        assertThatThrownBy(() -> quietus.renew("r", AT))
                .isInstanceOf(QuietusProtocolException.class)
                .hasMessage("POST /v1/runs/r/renew: answer not understood: $.lease: expected a"
                        + " string, found the number 7");
    }

    @Test
    void acceptsAndBeginsAnOperationInOneCallWithoutNamingItTwice() throws Exception {
        OperationRequest operation = OperationRequest.builder("r", "op", "mail.send")
                .authority("l", 17)
                .kind("message")
                .provider("mail")
                .queue("q")
                .argumentsDigest("sha256:1")
                .idempotencyKey("k")
                .expiresAt(AT)
                .notBefore(AT)
                .requiresApproval()
                .effects(ExpectedEffects.NONE)
                .build();
        answering(Reply.json(201, "{}"));
        quietus.accept(operation);
        String work = "\"tool\":\"mail.send\",%s\"kind\":\"message\",\"provider\":\"mail\","
                + "\"queue\":\"q\",\"arguments_digest\":\"sha256:1\",\"idempotency_key\":\"k\","
                + "\"expires_at\":\"2026-08-16T11:20:00.123Z\","
                + "\"not_before\":\"2026-08-16T11:20:00.123Z\",\"requires_approval\":true,"
                + "\"effects\":\"none\"}";
        assertThat(server.next().body())
                .isEqualTo("{\"operation_id\":\"op\","
                        + work.formatted("\"lease\":\"l\",\"revocation_epoch\":17,"));
        answering(Reply.json(200, "{\"decision\":\"allow\",\"attempt\":1}"));
        RunAuthority authority = RunAuthority.of(Json.parseObject(AUTHORITY));
        quietus.begin(BeginRequest.accepting(operation, authority, "w").withRequestId("q"));
        assertThat(server.next().body())
                .isEqualTo("{\"lease\":\"l\",\"revocation_epoch\":17,\"worker\":\"w\","
                        + "\"request_id\":\"q\",\"operation\":{" + work.formatted("") + "}");
    }

    @Test
    void readsTheDecisionsOfBegin() {
        answering(
                Reply.json(200, "{\"decision\":\"allow\",\"attempt\":2,\"revocation_epoch\":18}"));
        BeginAnswer.Allowed allowed = (BeginAnswer.Allowed) quietus.begin(BEGIN);
        assertThat(allowed.attempt()).isEqualTo(2);
        assertThat(allowed.revocationEpoch()).isEqualTo(18);
        answering(Reply.problem(403, "denied", "\"decision\":\"deny_outcome_unknown\""));
        assertThat(quietus.begin(BEGIN))
                .isEqualTo(new BeginAnswer.Denied("deny_outcome_unknown", "because"));
        answering(Reply.problem(409, "has_outcome", "\"operation\":{\"state\":\"failed\"}"));
        assertThat(quietus.begin(BEGIN))
                .isEqualTo(new BeginAnswer.AlreadyFinished(
                        Json.parseObject("{\"state\":\"failed\"}")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "conflict, \"operation\":{}",
                "wrong_state, \"operation\":{}",
                "not_due, \"not_before\":\"2026-08-16T11:20:00.123Z\"",
                "has_outcome, \"operation\":7",
                "has_outcome, \"x\":1"
            })
    void takesNoOtherConflictForAnOutcome(String problem) {
        String[] parts = problem.split(", ", 2);
        answering(Reply.problem(409, parts[0], parts[1]));
        assertThatThrownBy(() -> quietus.begin(BEGIN)).isInstanceOf(QuietusProblemException.class);
    }

    @Test
    void claimsWorkOrNothing() throws Exception {
        answering(Reply.json(
                200,
                "{\"decision\":\"allow\",\"attempt\":4,\"operation\":{\"operation_id\":\"op\"},"
                        + "\"run\":{\"run_id\":\"r\",\"lease\":\"l\",\"revocation_epoch\":17}}"));
        ClaimRequest request = new ClaimRequest(
                        "mail", "w", Duration.ofMillis(2_500), "q", Optional.empty())
                .withHeartbeatTimeout(Duration.ofMillis(750));
        ClaimedOperation claimed = quietus.claim(request).orElseThrow();
        assertThat(claimed.runId() + claimed.lease() + claimed.revocationEpoch())
                .isEqualTo("rl17");
        assertThat(claimed.operationId() + claimed.attempt() + claimed.worker()).isEqualTo("op4w");
        assertThat(server.next().body())
                .isEqualTo("{\"queue\":\"mail\",\"worker\":\"w\",\"wait_seconds\":\"2500ms\","
                        + "\"request_id\":\"q\",\"heartbeat_timeout_seconds\":\"750ms\"}");
        answering(Reply.empty(204));
        assertThat(quietus.claim("mail", "w", Duration.ZERO, "q")).isEmpty();
        answering(Reply.empty(200));
        assertThatThrownBy(() -> quietus.claim(request))
                .isInstanceOf(QuietusProtocolException.class);
    }

    @Test
    void checksWithoutAPermission() throws Exception {
        answering(Reply.json(200, "{\"decision\":\"allow\"}"));
        assertThat(quietus.check(CheckRequest.ofTool("r", "l", 17, "mail.send")).wouldAllow())
                .isTrue();
        assertThat(server.next().body())
                .isEqualTo("{\"run_id\":\"r\",\"lease\":\"l\",\"revocation_epoch\":17,"
                        + "\"tool\":\"mail.send\"}");
        answering(Reply.problem(403, "denied", "\"decision\":\"deny_capability\""));
        CheckAnswer answer = quietus.check(CheckRequest.ofOperation("r", "l", 17, "op"));
        assertThat(answer.wouldAllow()).isFalse();
        assertThat(answer.decision()).isEqualTo("deny_capability");
        answering(Reply.problem(403, "forbidden", ""));
        assertThatThrownBy(() -> quietus.check(CheckRequest.ofTool("r", "l", 17, "x")))
                .isInstanceOf(QuietusProblemException.class);
    }

    @Test
    void findsTheServerInTheEnvironment() throws Exception {
        Map<String, String> environment =
                Map.of("QUIETUS_URL", " " + server.uri() + " ", "QUIETUS_TOKEN", " qto_1 ");
        try (Quietus child = Quietus.of(environment)) {
            child.runs();
            assertThat(server.next().header("authorization")).contains("Bearer qto_1");
        }
        List<Map<String, String>> unfit = List.of(
                Map.of(), Map.of("QUIETUS_URL", " "), Map.of("QUIETUS_URL", "localhost:7171"));
        for (Map<String, String> bad : unfit) {
            assertThatThrownBy(() -> Quietus.of(bad).close())
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
