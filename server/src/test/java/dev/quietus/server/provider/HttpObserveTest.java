package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.ledger.Digests;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.Observation.Absent;
import dev.quietus.core.settlement.Observation.JobState;
import dev.quietus.core.settlement.Observation.NotKnown;
import dev.quietus.core.settlement.Observation.Present;
import dev.quietus.server.provider.TestingService.Reply;
import dev.quietus.server.provider.TestingService.Request;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpObserveTest {
    private static final String OBSERVE = observe("");

    private static String observe(String more) {
        return """
                observe:
                  path: '/reservations?run={run_id}'
                  timeout: 2s
                  present: "$.items[?(@.operation_id == '{operation_id}')]"
                  absent_on: [404]
                """ + more.indent(2);
    }

    private static Observation look(Reply reply, String declared) throws IOException {
        try (TestingService service = TestingService.answering(reply)) {
            return TestingCalls.provider(service.url(), declared).observe(TestingCalls.call());
        }
    }

    @Test
    void seesAPresentEffectWithItsNameAndDigest() throws IOException {
        Reply reply = Reply.json("{\"items\": [{\"operation_id\": \"other\"},"
                + " {\"operation_id\": \"reserve-1\", \"id\": \"r-9\", \"at\": 1.50}]}");

        assertThat(look(reply, OBSERVE))
                .isEqualTo(new Present(
                        Optional.of("r-9"),
                        Digests.sha256(
                                "[{\"at\":1.50,\"id\":\"r-9\",\"operation_id\":\"reserve-1\"}]"),
                        JobState.NOT_SHOWN,
                        "HTTP 200, 1 match"));
    }

    @Test
    void countsSeveralMatchesAndNamesTheFirst() throws IOException {
        Reply reply =
                Reply.json("{\"items\": [{\"operation_id\": \"reserve-1\", \"effect_id\": \"a\","
                        + " \"id\": \"z\"},"
                        + " {\"operation_id\": \"reserve-1\", \"effect_id\": \"b\"}]}");

        assertThat(look(reply, OBSERVE)).isInstanceOfSatisfying(Present.class, present -> {
            assertThat(present.effectId()).contains("a");
            assertThat(present.detail()).isEqualTo("HTTP 200, 2 matches");
        });
    }

    @Test
    void seesNoEffectInAnAnswerThatMatchesNothing() throws IOException {
        assertThat(look(Reply.json("{\"items\": []}"), OBSERVE))
                .isEqualTo(new Absent(JobState.NOT_SHOWN, "HTTP 200, nothing matched"));
    }

    @Test
    void seesNoEffectOnADeclaredStatus() throws IOException {
        assertThat(look(Reply.of(404), OBSERVE))
                .isEqualTo(new Absent(JobState.NOT_SHOWN, "HTTP 404"));
    }

    @ParameterizedTest
    @ValueSource(ints = {304, 400, 401, 403, 410, 500, 502})
    void knowsNothingOnAnyOtherStatus(int status) throws IOException {
        assertThat(look(Reply.of(status), OBSERVE)).isEqualTo(new NotKnown(0, "HTTP " + status));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<html></html> | the answer is not JSON",
                "{} {} | the answer is not JSON",
                "{\"items\": [] | the answer is not JSON",
                "{\"items\": [], \"items\": []} | the answer is not JSON",
                "'  ' | the answer has no body",
                "{\"items\": 5} | present: the expression cannot be applied to this answer",
            })
    void knowsNothingOfAnAnswerThatCannotBeRead(String body, String why) throws IOException {
        assertThat(look(Reply.json(body), OBSERVE)).isEqualTo(new NotKnown(0, "HTTP 200, " + why));
    }

    @Test
    void knowsNothingOfAnAnswerThatIsNotUtf8() throws IOException {
        assertThat(look(Reply.json("{\"\u00e4\": 1}"), OBSERVE))
                .isEqualTo(new NotKnown(0, "HTTP 200, the answer is not UTF-8"));
    }

    @Test
    void knowsNothingOfAnAnswerWithoutBody() throws IOException {
        assertThat(look(Reply.of(204), OBSERVE))
                .isEqualTo(new NotKnown(0, "HTTP 204, the answer has no body"));
    }

    @ParameterizedTest
    @CsvSource({"429, 12", "503, 12", "500, 0"})
    void carriesHowLongToWait(int status, long seconds) throws IOException {
        Reply reply = new Reply(status, Map.of("Retry-After", "12"), "");

        assertThat(look(reply, OBSERVE)).isEqualTo(new NotKnown(seconds, "HTTP " + status));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\": 17} | '' | 17",
                "{\"id\": 1.5} | '' | ",
                "{\"id\": \"two words\"} | '' | ",
                "{\"effect_id\": null, \"id\": \"x\"} | '' | x",
                "{\"n\": {\"name\": \"deep\"}} | effect_id: '@.n.name' | deep",
                "{\"id\": \"x\"} | effect_id: '@.missing' | ",
                "{\"id\": \"x\"} | effect_id: $.outer | whole",
            })
    void readsTheNameOfTheEffect(String match, String effectId, String name) throws IOException {
        String declared = "observe: { path: /x, present: $.found"
                + (effectId.isEmpty() ? "" : ", " + effectId) + " }";
        Reply reply = Reply.json("{\"outer\": \"whole\", \"found\": " + match + "}");

        assertThat(look(reply, declared))
                .isInstanceOfSatisfying(
                        Present.class,
                        present -> assertThat(present.effectId())
                                .isEqualTo(Optional.ofNullable(name)));
    }

    @Test
    void takesFalseForPresentSinceAnAnswerStandsThere() throws IOException {
        assertThat(look(
                        Reply.json("{\"locked\": false}"),
                        "observe: { path: /x, present: $.locked }"))
                .isInstanceOf(Present.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"job\": {\"id\": \"j\", \"ended\": true}} | ENDED",
                "{\"job\": {\"id\": \"j\", \"ended\": \"2026-11-29\"}} | ENDED",
                "{\"job\": {\"id\": \"j\", \"ended\": false}} | SEEN",
                "{\"job\": {\"id\": \"j\", \"ended\": null}} | SEEN",
                "{\"job\": {\"id\": \"j\"}} | SEEN",
                "{\"job\": {}} | NOT_SHOWN",
                "{} | NOT_SHOWN",
            })
    void readsTheJobOutOfTheSameAnswer(String answer, JobState state) throws IOException {
        Observation seen = look(Reply.json(answer), observe("ended: $.job.ended\nseen: $.job.id"));

        assertThat(seen).isEqualTo(new Absent(state, "HTTP 200, nothing matched"));
    }

    @Test
    void isNotEndedWhileOneOfSeveralMatchesIsFalse() throws IOException {
        Reply reply = Reply.json("{\"jobs\": [{\"ended\": true}, {\"ended\": false}]}");

        assertThat(look(reply, observe("ended: '$.jobs[*].ended'")).job())
                .isEqualTo(JobState.NOT_SHOWN);
    }

    @Test
    void looksAtTheJobBeforeTheEffectIfItHasItsOwnAddress() throws IOException {
        String declared =
                observe("ended_path: '/jobs/{provider_job}'\nended: $.ended_at\nseen: $.id");
        try (TestingService service =
                new TestingService(request -> request.target().startsWith("/jobs/")
                        ? Reply.json("{\"id\": \"preview-7712\", \"ended_at\": \"now\"}")
                        : Reply.of(404))) {
            assertThat(TestingCalls.provider(service.url(), declared).observe(TestingCalls.call()))
                    .isEqualTo(new Absent(JobState.ENDED, "HTTP 404"));
            assertThat(service.requests())
                    .extracting(Request::target)
                    .containsExactly("/jobs/preview-7712", "/reservations?run=run-1");
        }
    }

    @Test
    void goesOnToTheEffectIfTheJobCannotBeSeen() throws IOException {
        String declared = observe("ended_path: '/jobs/{provider_job}'\nended: $.ended_at");
        try (TestingService service =
                new TestingService(request -> request.target().startsWith("/jobs/")
                        ? Reply.of(500)
                        : Reply.json("{\"items\": []}"))) {
            HttpProvider provider = TestingCalls.provider(service.url(), declared);

            assertThat(provider.observe(TestingCalls.call()))
                    .isEqualTo(new Absent(JobState.NOT_SHOWN, "HTTP 200, nothing matched"));
            assertThat(provider.observe(TestingCalls.callWithoutJob()))
                    .isEqualTo(new Absent(JobState.NOT_SHOWN, "HTTP 200, nothing matched"));
            assertThat(service.requests()).hasSize(3);
        }
    }

    @Test
    void asksForAFreshAnswer() throws IOException {
        try (TestingService service = TestingService.answering(Reply.of(404))) {
            TestingCalls.provider(service.url(), OBSERVE).observe(TestingCalls.call());

            assertThat(service.onlyRequest().method()).isEqualTo("GET");
            assertThat(service.onlyRequest().header("cache-control")).contains("no-cache");
            assertThat(service.onlyRequest().header("accept")).contains("application/json");
            assertThat(service.onlyRequest().header("quietus-run-id")).contains("run-1");
        }
    }

    @Test
    void searchesWithAPostIfDeclared() throws IOException {
        String declared = """
                observe:
                  method: POST
                  path: /search
                  body: '{"op": "{operation_id}"}'
                  present: $.hit
                """;
        try (TestingService service = TestingService.answering(Reply.json("{\"hit\": 1}"))) {
            assertThat(TestingCalls.provider(service.url(), declared).observe(TestingCalls.call()))
                    .isInstanceOf(Present.class);
            assertThat(service.onlyRequest().body()).isEqualTo("{\"op\": \"reserve-1\"}");
        }
    }

    @Test
    void knowsNothingWithoutADeclaredWayToLook() {
        assertThat(TestingCalls.provider("http://127.0.0.1:1", "tools: [x]")
                        .observe(TestingCalls.call()))
                .isEqualTo(new NotKnown(0, "the provider declares no observe"));
    }

    @Test
    void keepsTheDigestWhateverTheOrderOfKeys() throws IOException {
        Present one = (Present) look(
                Reply.json("{\"a\": {\"x\": 1, \"y\": [2]}}"),
                "observe: { path: /, present: $.a }");
        Present two = (Present) look(
                Reply.json("{\"a\":{\"y\":[2],\"x\":1}}"), "observe: { path: /, present: $.a }");

        assertThat(one).isEqualTo(two);
    }
}
