package dev.quietus.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.LogTrap;
import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every call of the interface with every kind of token: who gets in follows from the route table.
 */
class AccessMatrixTest {
    private static final String OPERATION = "/v1/runs/{run}/operations/{op}";
    private static final String GARBAGE = "qto_this-is-no-token-of-this-server";

    /** Calls in which an agent says in the body which run it means. */
    private static final Set<String> RUN_IN_BODY = Set.of("POST /v1/runs", "POST /v1/check");

    /** Calls that an agent may make on runs below its own only. */
    private static final Set<String> BELOW_ONLY = Set.of("POST /v1/runs/{run}/renew");

    @TempDir
    private static Path directory;

    private static TestingServer server;
    private static String auditor;
    private static String worker;
    private static String barrier;

    private enum Asker {
        OPERATOR,
        AUDITOR,
        WORKER,
        AGENT_ITSELF,
        AGENT_ABOVE,
        AGENT_BELOW,
        AGENT_ELSEWHERE,
        NOBODY,
        UNKNOWN_TOKEN
    }

    private enum Verdict {
        IN,
        UNAUTHENTICATED,
        FORBIDDEN
    }

    /** One tree with the run in question in its middle, and one beside it. */
    private record Cast(String run, String operation, Map<Asker, String> tokens) {}

    @BeforeAll
    static void start() throws IOException {
        server = TestingServer.in(directory);
        auditor = server.token("auditor", "ann");
        worker = server.token("worker", "wim");
        server.root("stopped-before");
        barrier = server.post(
                        "/v1/runs/stopped-before/stop", server.operator(), Map.of("reason", "test"))
                .value("barrier_id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static List<Route> routes() {
        return server.routes().all();
    }

    @ParameterizedTest
    @MethodSource("routes")
    void letsInExactlyWhomTheRouteTableAndTheTreeOfRunsAllow(Route route) throws IOException {
        try (LogTrap logs = new LogTrap("dev.quietus", "com.sun.net.httpserver")) {
            Cast cast = cast();
            for (Asker asker : Asker.values()) {
                long before = server.eventsOf(cast.run());
                String token = cast.tokens().getOrDefault(asker, "");
                Reply reply = call(route, cast, token);
                Verdict expected = expected(route, asker);
                String what = route.method() + " " + route.template() + " by " + asker + ": "
                        + reply.text();
                assertThat(verdict(reply)).as(what).isEqualTo(expected);
                if (!token.isEmpty()) {
                    assertThat(reply.text()).as(what).doesNotContain(token);
                    assertThat(logs.text()).as(what).doesNotContain(token);
                }
                if (expected != Verdict.IN) {
                    assertThat(server.eventsOf(cast.run())).as(what).isEqualTo(before);
                } else if (!route.method().equals("GET")) {
                    cast = cast();
                }
            }
        }
    }

    @Test
    void hasABodyForEveryCallThatTakesOne() throws IOException {
        Cast cast = cast();
        for (Route route : routes()) {
            if (route.method().equals("POST")) {
                assertThat(body(route, cast)).as(route.template()).isPresent();
            }
        }
    }

    private static Verdict expected(Route route, Asker asker) {
        if (route.callers().isEmpty()) {
            return Verdict.IN;
        }
        boolean in = switch (asker) {
            case NOBODY, UNKNOWN_TOKEN -> {
                yield false;
            }
            case OPERATOR -> route.callers().contains(Caller.OPERATOR);
            case AUDITOR -> route.callers().contains(Caller.AUDITOR);
            case WORKER -> route.callers().contains(Caller.WORKER);
            case AGENT_ABOVE -> route.callers().contains(Caller.AGENT);
            case AGENT_ITSELF ->
                route.callers().contains(Caller.AGENT) && !BELOW_ONLY.contains(name(route));
            case AGENT_BELOW, AGENT_ELSEWHERE ->
                route.callers().contains(Caller.AGENT) && !isAboutARun(route);
        };
        if (in) {
            return Verdict.IN;
        }
        boolean known = asker != Asker.NOBODY && asker != Asker.UNKNOWN_TOKEN;
        return known ? Verdict.FORBIDDEN : Verdict.UNAUTHENTICATED;
    }

    private static boolean isAboutARun(Route route) {
        return route.template().contains("{run}") || RUN_IN_BODY.contains(name(route));
    }

    private static Verdict verdict(Reply reply) {
        if (reply.status() == 401) {
            assertThat(reply.code()).isEqualTo("unauthenticated");
            assertThat(reply.header("WWW-Authenticate")).hasValue("Bearer realm=\"quietus\"");
            return Verdict.UNAUTHENTICATED;
        }
        return reply.code().equals("forbidden") ? Verdict.FORBIDDEN : Verdict.IN;
    }

    private static String name(Route route) {
        return route.method() + " " + route.template();
    }

    private static Cast cast() throws IOException {
        String top = server.fresh("top");
        String middle = server.fresh("middle");
        Map<Asker, String> tokens = new LinkedHashMap<>();
        tokens.put(Asker.OPERATOR, server.operator());
        tokens.put(Asker.AUDITOR, auditor);
        tokens.put(Asker.WORKER, worker);
        tokens.put(Asker.AGENT_ABOVE, server.root(top).path("lease_token").asText());
        tokens.put(
                Asker.AGENT_ITSELF,
                server.child(middle, top).path("lease_token").asText());
        tokens.put(
                Asker.AGENT_BELOW,
                server.child(server.fresh("bottom"), middle).path("lease_token").asText());
        tokens.put(
                Asker.AGENT_ELSEWHERE,
                server.root(server.fresh("elsewhere")).path("lease_token").asText());
        tokens.put(Asker.UNKNOWN_TOKEN, GARBAGE);
        server.accept(middle, "op-1", Map.of());
        return new Cast(middle, "op-1", tokens);
    }

    private static Reply call(Route route, Cast cast, String token) throws IOException {
        String name = server.fresh("nobody");
        if (route.template().contains("{name}")) {
            assertThat(server.token("auditor", name)).isNotEmpty();
        }
        String path = route.template()
                .replace("{run}", cast.run())
                .replace("{op}", cast.operation())
                .replace("{barrier}", barrier)
                .replace("{name}", name);
        if (route.template().endsWith("/signals")) {
            return headOfStream(path, token);
        }
        return server.send(route.method(), path, token, body(route, cast).map(TestingServer::json));
    }

    private static Reply headOfStream(String path, String token) throws IOException {
        try (RawCall call = RawCall.to(server.port())) {
            Reply head = call.write(RawCall.head("GET", path, token) + "\r\n")
                    .replyHead()
                    .orElseThrow();
            return head.status() == 200 ? head : call.bodyOf(head);
        }
    }

    private static Optional<Map<String, Object>> body(Route route, Cast cast) {
        Map<String, Object> reported = Map.of("attempt", 1, "worker", "w");
        Map<String, Object> body = switch (name(route)) {
            case "POST /v1/runs" ->
                Map.of("run_id", server.fresh("child"), "parent_run_id", cast.run());
            case "POST /v1/runs/{run}/renew" -> Map.of("valid_until", "2020-01-01T00:00:00Z");
            case "POST /v1/runs/{run}/promote",
                    "POST /v1/runs/{run}/stop",
                    "POST " + OPERATION + "/approve",
                    "POST " + OPERATION + "/reject" -> Map.of("reason", "test");
            case "POST /v1/runs/{run}/operations" ->
                Map.of("operation_id", "op-2", "tool", "mail.send");
            case "POST /v1/check" -> Map.of("run_id", cast.run(), "tool", "mail.send");
            case "POST " + OPERATION + "/heartbeat" -> reported;
            case "POST " + OPERATION + "/finish" ->
                Map.of("attempt", 1, "worker", "w", "outcome", "failed");
            case "POST " + OPERATION + "/callback" -> Map.of("outcome", "failed");
            case "POST " + OPERATION + "/settle" ->
                Map.of("as", "completed_and_verified", "evidence", "seen");
            case "POST /v1/work/claim" -> Map.of("queue", "q", "worker", "w");
            case "POST /v1/stops" -> Map.of("label", "no=such", "reason", "test");
            case "POST /v1/tokens" -> Map.of("role", "auditor", "name", server.fresh("made"));
            case "POST /v1/runs/{run}/complete",
                    "POST " + OPERATION + "/begin",
                    "POST /v1/stops/reopen",
                    "POST /v1/keys/rotate" -> Map.of();
            default -> Map.of("no_body_is_known_for", name(route).toLowerCase(Locale.ROOT));
        };
        return route.method().equals("POST") && !body.containsKey("no_body_is_known_for")
                ? Optional.of(body)
                : Optional.empty();
    }
}
