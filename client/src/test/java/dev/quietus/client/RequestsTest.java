package dev.quietus.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a request refuses before it is sent, and how durations and errors are spelled. */
class RequestsTest {

    private static JsonObject body(FinishFacts facts) {
        return new FinishRequest("r", "op", 1, "w", facts).body();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "30000, 30", "500, '\"500ms\"'", "1001, '\"1001ms\"'"})
    void spellsSecondsAsTheServerReadsThem(long millis, String expected) {
        assertThat(WireTime.seconds(Duration.ofMillis(millis)).toJson()).isEqualTo(expected);
        assertThat(body(FinishFacts.failed("x").withRetry(Duration.ofMillis(millis), 3)))
                .isEqualTo(Json.parse("{\"attempt\":1,\"worker\":\"w\",\"outcome\":\"failed\","
                        + "\"error\":\"x\",\"retry\":{\"after_seconds\":" + expected
                        + ",\"max_attempts\":3}}"));
    }

    @Test
    void tellsOnlyWhatIsKnown() {
        assertThat(body(FinishFacts.cancelled()).toJson())
                .isEqualTo("{\"attempt\":1,\"worker\":\"w\",\"outcome\":\"cancelled\"}");
        FinishFacts all = FinishFacts.succeeded()
                .withEffect(Effect.ABSENT)
                .withSent(SendState.NOT_SENT)
                .withProviderJob("j")
                .withEffectId("e")
                .withOutputDigest("sha256:1")
                .withError("note");
        assertThat(body(all).toJson())
                .isEqualTo("{\"attempt\":1,\"worker\":\"w\",\"outcome\":\"succeeded\","
                        + "\"effect\":\"absent\",\"sent\":\"not_sent\",\"provider_job\":\"j\","
                        + "\"effect_id\":\"e\",\"output_digest\":\"sha256:1\",\"error\":\"note\"}");
    }

    @Test
    void fitsAnErrorSoThatItCanBeRecorded() {
        FinishFacts facts = FinishFacts.failed("a\u0000\u001b[31m\tb\r\n\u007f\uD800c\uDC00😀");
        assertThat(facts.error()).contains("a  [31m\tb \n \uFFFDc\uFFFD😀");
        assertThat(FinishFacts.failed("x".repeat(1_999) + "😀").error())
                .contains("x".repeat(1_999));
        assertThat(FinishFacts.failed("x".repeat(1_998) + "😀y").error())
                .contains("x".repeat(1_998) + "😀");
        assertThat(body(facts).toJson()).contains("[31m");
    }

    @Test
    void refusesIdsThatTheServerWouldRefuse() {
        FinishFacts facts = FinishFacts.succeeded();
        assertRefused("provider_job", () -> facts.withProviderJob("a b"));
        assertRefused("effect_id", () -> facts.withEffectId(""));
        assertRefused("output_digest", () -> facts.withOutputDigest("x".repeat(201)));
        assertRefused("run_id", () -> BeginRequest.of("", "o", "l", 0, "w"));
        assertRefused("operation_id", () -> BeginRequest.of("r", "o\n", "l", 0, "w"));
        assertRefused("lease", () -> CheckRequest.ofTool("r", "é", 0, "t"));
        assertRefused("worker", () -> ClaimRequest.of("q", "w w", Duration.ZERO));
        assertRefused("operation", () -> StopRequest.because("x").ofOperation("a b"));
        assertRefused("resumes", () -> RunRegistration.builder().resumes(" ").build());
        assertRefused(
                "label value",
                () -> new StopsRequest.Labelled("a", "b c", StopRequest.because("x")));
        assertThatThrownBy(() -> new StopsRequest.Labelled("a=b", "c", StopRequest.because("x")))
                .hasMessage("label name: expected no equals sign, found \"a=b\"");
        assertThatThrownBy(() -> new HeartbeatRequest(
                        "r", "o", 1, "w", Optional.empty(), Optional.of("a b")))
                .hasMessageStartingWith("provider_job: ");
    }

    @Test
    void refusesNumbersThatMeanNothing() {
        assertThatThrownBy(() -> BeginRequest.of("r", "o", "l", -1, "w"))
                .hasMessage("revocation_epoch: expected 0 or more, found -1");
        BeginRequest begin = BeginRequest.of("r", "o", "l", 0, "w");
        assertThatThrownBy(() -> begin.withHeartbeatTimeout(Duration.ofSeconds(-1)))
                .hasMessage("duration: expected zero or more, found PT-1S");
        FinishFacts facts = FinishFacts.failed("x");
        assertThatThrownBy(() -> facts.withRetry(Duration.ofDays(31), 3))
                .hasMessage("retry after: expected zero to 30 days, found PT744H");
        assertThatThrownBy(() -> facts.withRetry(Duration.ZERO, 1_001))
                .hasMessage("max_attempts: expected 1 to 1000, found 1001");
    }

    @Test
    void refusesToAcceptAnotherOperationThanItBegins() {
        OperationRequest other = OperationRequest.builder("r", "other", "t").build();
        assertThatThrownBy(() -> new BeginRequest(
                        "r", "op", "l", 0, "w", "q", Optional.empty(), Optional.of(other)))
                .hasMessage("begin of r/op: expected to accept the same operation, found r/other");
    }

    @Test
    void readsWhyAHeartbeatAsksForTheEnd() {
        assertThat(heartbeat("{\"stop_requested\":true,\"barrier_id\":\"b\"}").reason())
                .contains("barrier b");
        assertThat(heartbeat("{\"stop_requested\":true,\"reason\":\"y\",\"barrier_id\":\"b\"}")
                        .reason())
                .contains("y");
        assertThat(heartbeat("{\"stop_requested\":false}").reason()).isEmpty();
        assertThatThrownBy(() -> heartbeat("{}")).hasMessageContaining("$.stop_requested");
    }

    private static HeartbeatAnswer heartbeat(String answer) {
        return HeartbeatAnswer.of(Json.parseObject(answer));
    }

    private static void assertRefused(String name, Runnable request) {
        assertThatThrownBy(request::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        name + ": expected 1 to 200 printable ASCII characters without spaces");
    }
}
