package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.settlement.CancelAnswer;
import dev.quietus.core.settlement.RecoveryAnswer;
import dev.quietus.server.provider.TestingService.Reply;
import dev.quietus.server.provider.TestingService.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpCancelTest {
    private static final String CANCEL =
            "cancel: { path: '/previews/{provider_job}/cancel', timeout: 2s }\n";
    private static final String UNDO =
            "undo: { method: DELETE, path: '/reservations/{effect_id}', owner: team-deploys }\n";

    @ParameterizedTest
    @CsvSource({
        "200, accepted",
        "202, accepted",
        "204, accepted",
        "302, not_answered",
        "304, not_answered",
        "400, refused",
        "404, refused",
        "408, not_answered",
        "409, refused",
        "410, refused",
        "429, refused",
        "500, not_answered",
        "503, not_answered",
    })
    void takesTheStatusAtItsWord(int status, String word) throws IOException {
        try (TestingService service = TestingService.answering(Reply.of(status))) {
            CancelAnswer answer =
                    TestingCalls.provider(service.url(), CANCEL).cancel(TestingCalls.call());

            assertThat(answer.word()).isEqualTo(word);
            assertThat(answer.detail()).isEqualTo("HTTP " + status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200, already_ended",
        "202, accepted",
        "204, not_answered",
        "404, accepted",
        "409, refused"
    })
    void usesTheDeclaredStatusesInstead(int status, String word) throws IOException {
        String declared = "cancel: { path: /x, accepted_on: [202, 404], ended_on: [200] }";
        try (TestingService service = TestingService.answering(Reply.of(status))) {
            CancelAnswer answer =
                    TestingCalls.provider(service.url(), declared).cancel(TestingCalls.call());

            assertThat(answer.word()).isEqualTo(word);
        }
    }

    @Test
    void lettingAConflictCountAsAcceptedTakesItOutOfTheDefaultEndings() throws IOException {
        String declared = "cancel: { path: /x, accepted_on: [202, 409] }";
        try (TestingService service = TestingService.answering(Reply.of(409))) {
            assertThat(TestingCalls.provider(service.url(), declared).cancel(TestingCalls.call()))
                    .isEqualTo(new CancelAnswer.Accepted("HTTP 409"));
        }
    }

    @Test
    void sendsWhoAsksAndEncodesWhatStandsInThePath() throws IOException {
        String declared = """
                headers: { authorization: 'Bearer abc', X-Fixed: one }
                cancel:
                  method: put
                  path: '/previews/{provider_job}/cancel?run={run_id}'
                  headers: { x-fixed: two }
                  body: '{"operation": "{operation_id}", "epoch": {revocation_epoch}}'
                """;
        var call = TestingCalls.call(
                "say \"hi\"".replace(' ', '_'), Optional.of("a/b?c#d..%"), Optional.empty());
        try (TestingService service = TestingService.answering(Reply.of(202))) {
            assertThat(TestingCalls.provider(service.url(), declared)
                            .cancel(call)
                            .word())
                    .isEqualTo("accepted");

            Request request = service.onlyRequest();
            assertThat(request.method()).isEqualTo("PUT");
            assertThat(request.target()).isEqualTo("/previews/a%2Fb%3Fc%23d..%25/cancel?run=run-1");
            assertThat(request.header("quietus-run-id")).contains("run-1");
            assertThat(request.header("quietus-operation-id")).contains("say_\"hi\"");
            assertThat(request.header("quietus-revocation-epoch")).contains("3");
            assertThat(request.header("quietus-idempotency-key")).contains("key-1");
            assertThat(request.header("user-agent").orElseThrow()).startsWith("quietus/");
            assertThat(request.header("authorization")).contains("Bearer abc");
            assertThat(request.header("x-fixed")).contains("two");
            assertThat(request.header("content-type")).contains("application/json");
            assertThat(JsonAnswer.MAPPER.readValue(request.body(), Object.class))
                    .isEqualTo(Map.of("operation", "say_\"hi\"", "epoch", 3));
        }
    }

    @Test
    void asksNothingWithoutTheJobThatItsPathNeeds() throws IOException {
        try (TestingService service = TestingService.answering(Reply.of(202))) {
            assertThat(TestingCalls.provider(service.url(), CANCEL)
                            .cancel(TestingCalls.callWithoutJob()))
                    .isEqualTo(new CancelAnswer.NotAnswered("no provider_job was reported"));
            assertThat(service.requests()).isEmpty();
        }
    }

    @Test
    void asksNothingOfAPathThatAJobWouldLeadAstray() throws IOException {
        var call = TestingCalls.call("op", Optional.of(".."), Optional.empty());
        try (TestingService service = TestingService.answering(Reply.of(202))) {
            assertThat(TestingCalls.provider(service.url(), CANCEL).cancel(call))
                    .isEqualTo(new CancelAnswer.NotAnswered(
                            "a value would make the path segment '.' or '..'"));
            assertThat(service.requests()).isEmpty();
        }
    }

    @Test
    void neverFollowsARedirect() throws IOException {
        try (TestingService service = TestingService.answering(Reply.redirect(307, "/elsewhere"))) {
            assertThat(TestingCalls.provider(service.url(), CANCEL).cancel(TestingCalls.call()))
                    .isEqualTo(new CancelAnswer.NotAnswered("HTTP 307"));
            assertThat(service.requests()).hasSize(1);
        }
    }

    @Test
    void saysThatNobodyListens() throws IOException {
        String url;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            url = "http://127.0.0.1:" + socket.getLocalPort();
        }

        assertThat(TestingCalls.provider(url, CANCEL).cancel(TestingCalls.call()))
                .isEqualTo(new CancelAnswer.NotAnswered("connection refused"));
    }

    @Test
    void saysThatAHostHasNoAddress() {
        // Some resolvers take longer to say no than the call may take.
        assertThat(TestingCalls.provider("http://nobody.invalid", CANCEL)
                        .cancel(TestingCalls.call()))
                .isIn(
                        new CancelAnswer.NotAnswered("the host name cannot be resolved"),
                        new CancelAnswer.NotAnswered("no answer within 2s"));
    }

    @Test
    void isUnsupportedIfNotDeclared() {
        assertThat(TestingCalls.provider("http://127.0.0.1:1", "tools: [x]")
                        .cancel(TestingCalls.call()))
                .isEqualTo(new CancelAnswer.Unsupported());
    }

    @ParameterizedTest
    @CsvSource({
        "200, Performed",
        "204, Performed",
        "302, NotAnswered",
        "404, Refused",
        "408, NotAnswered",
        "409, Refused",
        "500, NotAnswered",
    })
    void takesAnEffectBack(int status, String answer) throws IOException {
        try (TestingService service = TestingService.answering(Reply.of(status))) {
            RecoveryAnswer recovery =
                    TestingCalls.provider(service.url(), UNDO).recover(TestingCalls.call());

            assertThat(recovery.getClass().getSimpleName()).isEqualTo(answer);
            assertThat(recovery.detail()).isEqualTo("HTTP " + status);
            assertThat(service.onlyRequest().method()).isEqualTo("DELETE");
            assertThat(service.onlyRequest().target()).isEqualTo("/reservations/r-1");
        }
    }

    @Test
    void takesAnEffectBackOnTheDeclaredStatusesOnly() throws IOException {
        String declared = "undo: { method: DELETE, path: /x, done_on: [404] }";
        try (TestingService service = TestingService.answering(Reply.of(404))) {
            assertThat(TestingCalls.provider(service.url(), declared).recover(TestingCalls.call()))
                    .isEqualTo(new RecoveryAnswer.Performed("HTTP 404"));
        }
        try (TestingService service = TestingService.answering(Reply.of(200))) {
            assertThat(TestingCalls.provider(service.url(), declared).recover(TestingCalls.call()))
                    .isEqualTo(new RecoveryAnswer.NotAnswered("HTTP 200"));
        }
    }

    @Test
    void takesNothingBackWhoseNameIsNotKnown() {
        assertThat(TestingCalls.provider("http://127.0.0.1:1", UNDO)
                        .recover(TestingCalls.callWithoutJob()))
                .isEqualTo(new RecoveryAnswer.NotAnswered("no effect_id was observed"));
        assertThat(TestingCalls.provider("http://127.0.0.1:1", "tools: [x]")
                        .recover(TestingCalls.call()))
                .isEqualTo(new RecoveryAnswer.Refused("the provider declares no undo"));
    }
}
