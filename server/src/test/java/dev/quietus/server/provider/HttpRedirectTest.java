package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.Observation.Absent;
import dev.quietus.core.settlement.Observation.JobState;
import dev.quietus.core.settlement.Observation.NotKnown;
import dev.quietus.server.provider.TestingService.Reply;
import dev.quietus.server.provider.TestingService.Request;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpRedirectTest {
    private static final String OBSERVE = "headers: { authorization: secret }\n"
            + "observe: { path: /old, timeout: 5s, present: $.x, absent_on: [404] }";

    private static Observation look(TestingService service) {
        return TestingCalls.provider(service.url(), OBSERVE).observe(TestingCalls.call());
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void followsAtTheSameOrigin(int status) throws IOException {
        try (TestingService service =
                new TestingService(request -> request.target().equals("/old")
                        ? Reply.redirect(status, "/new?a=b")
                        : Reply.of(404))) {
            assertThat(look(service)).isEqualTo(new Absent(JobState.NOT_SHOWN, "HTTP 404"));
            assertThat(service.requests())
                    .extracting(Request::target)
                    .containsExactly("/old", "/new?a=b");
            assertThat(service.requests().getLast().header("authorization")).contains("secret");
        }
    }

    @Test
    void takesNoWordFromAnotherHostAndSendsItNothing() throws IOException {
        try (TestingService other = TestingService.answering(Reply.of(404));
                TestingService service =
                        TestingService.answering(Reply.redirect(302, other.url() + "/old"))) {
            assertThat(look(service))
                    .isEqualTo(new NotKnown(0, "HTTP 302: redirect to other host " + other.url()));
            assertThat(other.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "//evil.example/x | HTTP 302: redirect to other host http://evil.example",
                "https://127.0.0.1/x | HTTP 302: redirect to other host https://127.0.0.1",
                "http://u:p@127.0.0.1/x | HTTP 302: redirect without a usable location",
                "http://[broken | HTTP 302: redirect without a usable location",
                "mailto:someone | HTTP 302: redirect without a usable location",
            })
    void refusesALocationElsewhere(String location, String why) throws IOException {
        try (TestingService service = TestingService.answering(Reply.redirect(302, location))) {
            assertThat(look(service)).isEqualTo(new NotKnown(0, why));
        }
    }

    @Test
    void refusesARedirectWithoutLocation() throws IOException {
        try (TestingService service = TestingService.answering(Reply.of(302))) {
            assertThat(look(service))
                    .isEqualTo(new NotKnown(0, "HTTP 302: redirect without a usable location"));
        }
    }

    @Test
    void givesUpAfterThree() throws IOException {
        try (TestingService service = TestingService.answering(Reply.redirect(302, "/old"))) {
            assertThat(look(service)).isEqualTo(new NotKnown(0, "HTTP 302: more than 3 redirects"));
            assertThat(service.requests()).hasSize(4);
        }
    }

    @Test
    void doesNotFollowASearchByPost() throws IOException {
        try (TestingService service = TestingService.answering(Reply.redirect(303, "/new"))) {
            assertThat(TestingCalls.provider(
                                    service.url(),
                                    "observe: { method: POST, path: /old, present: $.x }")
                            .observe(TestingCalls.call()))
                    .isEqualTo(new NotKnown(0, "HTTP 303"));
            assertThat(service.requests()).hasSize(1);
        }
    }
}
