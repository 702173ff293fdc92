package dev.quietus.server.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Registering runs: the same again is the same, whatever the id looks like. */
class RegisterTest {
    @TempDir
    private static Path directory;

    private static TestingServer server;
    private static String operator;

    @BeforeAll
    static void start() throws IOException {
        server = TestingServer.in(directory);
        operator = server.operator();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Map<String, Object> content(String id) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("run_id", id);
        body.put("task_id", "release the thing");
        body.put("owner", "thomas");
        body.put("capabilities", List.of("mail.*", "deploy.start"));
        body.put("valid_until", "2099-01-01T00:00:00Z");
        body.put("labels", Map.of("team", "a", "env", "test"));
        return body;
    }

    @Test
    void answersTheSameContentWithTheSameAuthority() throws IOException {
        Reply first = server.post("/v1/runs", operator, content("same"));
        assertThat(first.status()).isEqualTo(201);
        long events = server.eventsOf("same");

        Reply again = server.post("/v1/runs", operator, content("same"));
        assertThat(again.status()).isEqualTo(200);
        for (String field :
                List.of("run_id", "lease", "lease_token", "revocation_epoch", "valid_until")) {
            assertThat(first.value(field)).as(field).isNotEmpty();
            assertThat(again.value(field)).as(field).isEqualTo(first.value(field));
        }
        assertThat(server.eventsOf("same")).isEqualTo(events);
    }

    @Test
    void takesTheOrderOfWhatHasNoneForTheSame() throws IOException {
        TestingServer.require(server.post("/v1/runs", operator, content("order")), 201);
        Map<String, Object> turned = content("order");
        turned.put("capabilities", List.of("deploy.start", "mail.*", "mail.*"));
        turned.put("valid_until", "2099-01-01T01:00:00.000+01:00");
        assertThat(server.post("/v1/runs", operator, turned).status()).isEqualTo(200);
    }

    @Test
    void refusesOtherContentUnderTheSameId() throws IOException {
        TestingServer.require(server.post("/v1/runs", operator, content("taken")), 201);
        long events = server.eventsOf("taken");
        for (Map.Entry<String, Object> other : Map.<String, Object>of(
                        "task_id", "another",
                        "owner", "tina",
                        "capabilities", List.of("*"),
                        "valid_until", "2098-01-01T00:00:00Z",
                        "labels", Map.of("team", "b"))
                .entrySet()) {
            Map<String, Object> body = content("taken");
            body.put(other.getKey(), other.getValue());
            Reply refused = server.post("/v1/runs", operator, body);
            assertThat(refused.status()).as(other.getKey()).isEqualTo(409);
            assertThat(refused.code()).isEqualTo("conflict");
            assertThat(refused.text()).doesNotContain("qtl_");
        }
        assertThat(server.eventsOf("taken")).isEqualTo(events);
    }

    @Test
    void neverShowsALeaseTokenButToWhoRegisters() throws IOException {
        String token = TestingServer.require(
                        server.post("/v1/runs", operator, content("shown")), 201)
                .value("lease_token");
        for (String path : List.of(
                "/v1/runs", "/v1/runs/shown", "/v1/runs/shown/tree", "/v1/runs/shown/events")) {
            assertThat(server.get(path, operator).text()).contains("shown").doesNotContain(token);
        }
    }

    static List<String> ids() {
        return List.of(
                "a/b",
                "a//b/",
                "100%",
                "%2F",
                "what?",
                "a+b",
                "~tilde",
                "a&b=c;d",
                "#hash",
                "..",
                ".",
                "\"quoted\"",
                "<tag>",
                "back\\slash",
                "{brace}",
                "^`|[]@:,!$'()*",
                "x".repeat(200),
                "%".repeat(200));
    }

    @ParameterizedTest
    @MethodSource("ids")
    void findsARunUnderAnyIdThatIsAllowed(String id) throws IOException {
        String token = server.root(id).path("lease_token").asText();
        String path = "/v1/runs/" + TestingServer.encoded(id);

        assertThat(server.get(path, token).value("run_id")).isEqualTo(id);
        server.accept(id, id, Map.of());
        String operation = path + "/operations/" + TestingServer.encoded(id);
        assertThat(server.get(operation, token).value("operation_id")).isEqualTo(id);
        assertThat(server.post(operation + "/begin", token, Map.of()).value("decision"))
                .isEqualTo("allow");
        Reply stop = server.post(path + "/stop", token, Map.of("reason", "test"));
        assertThat(stop.status()).isEqualTo(202);
        String barrier = stop.value("barrier_id");
        Reply found = server.get("/v1/barriers/" + TestingServer.encoded(barrier), operator);
        assertThat(found.value("run_id")).isEqualTo(id);
    }

    @Test
    void givesAnIdWhereNoneIsAskedFor() throws IOException {
        Reply one = server.post("/v1/runs", operator, Map.of());
        Reply two = server.post("/v1/runs", operator, Map.of());
        assertThat(one.value("run_id")).startsWith("run-").isNotEqualTo(two.value("run_id"));
        assertThat(one.json().path("capabilities").isEmpty()).isTrue();
    }
}
