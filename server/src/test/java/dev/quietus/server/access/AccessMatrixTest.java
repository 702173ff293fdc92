package dev.quietus.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.server.LogTrap;
import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;
import dev.quietus.server.ServerSettings;
import dev.quietus.server.TestingServer;
import dev.quietus.server.access.AccessCast.Asker;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every call of the interface with every kind of token: who gets in follows from the route table.
 */
@ResourceLock(LogTrap.LEVELS)
@Order(1)
class AccessMatrixTest {
    private static final String OPERATION = "/v1/runs/{run}/operations/{op}";

    /** Calls in which an agent says in the body which run it means. */
    private static final Set<String> RUN_IN_BODY = Set.of("POST /v1/runs", "POST /v1/check");

    /** Calls that an agent may make on runs below its own only. */
    private static final Set<String> BELOW_ONLY = Set.of("POST /v1/runs/{run}/renew");

    /** Calls by which something starts, or may start later. */
    private static final Set<String> STARTS = Set.of(
            "POST /v1/runs", "POST /v1/runs/{run}/operations", "POST " + OPERATION + "/begin");

    @TempDir
    private static Path directory;

    private static final MovedClock CLOCK = new MovedClock();

    private static TestingServer server;
    private static AccessCast.Casting casting;
    private static String barrier;

    private enum Verdict {
        IN,
        UNAUTHENTICATED,
        FORBIDDEN
    }

    @BeforeAll
    static void start() throws IOException {
        server = TestingServer.with(ServerSettings.in(directory, 0).withClock(CLOCK));
        casting = AccessCast.Casting.at(server, CLOCK);
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
            AccessCast cast = casting.fresh();
            for (Asker asker : Asker.values()) {
                String run = cast.run(asker);
                long before = server.eventsOf(run);
                String token = cast.secret(asker);
                Reply reply = call(route, cast, asker);
                Verdict expected = expected(route, asker);
                String what = route.method() + " " + route.template() + " by " + asker + ": "
                        + reply.text();
                assertThat(verdict(reply)).as(what).isEqualTo(expected);
                if (!token.isEmpty()) {
                    assertThat(reply.text()).as(what).doesNotContain(token);
                    assertThat(logs.text()).as(what).doesNotContain(token);
                }
                if (expected != Verdict.IN) {
                    assertThat(server.eventsOf(run)).as(what).isEqualTo(before);
                } else if (!route.method().equals("GET")) {
                    cast = casting.fresh();
                }
                if (STARTS.contains(name(route)) && !asker.decisions().isEmpty()) {
                    assertThat(reply.code()).as(what).isEqualTo("denied");
                    assertThat(reply.value("decision")).as(what).isIn(asker.decisions());
                }
            }
        }
    }

    @Test
    void hasABodyForEveryCallThatTakesOne() throws IOException {
        AccessCast cast = casting.fresh();
        for (Route route : routes()) {
            if (route.method().equals("POST")) {
                assertThat(body(route, cast.run(Asker.OPERATOR)))
                        .as(route.template())
                        .isPresent();
            }
        }
    }

    private static Verdict expected(Route route, Asker asker) {
        if (route.callers().isEmpty()) {
            return Verdict.IN;
        }
        boolean in = switch (asker.kind()) {
            case NOT_KNOWN -> false;
            case OPERATOR -> route.callers().contains(Caller.OPERATOR);
            case AUDITOR -> route.callers().contains(Caller.AUDITOR);
            case WORKER -> route.callers().contains(Caller.WORKER);
            case AGENT_ABOVE -> route.callers().contains(Caller.AGENT);
            case AGENT_ITSELF ->
                route.callers().contains(Caller.AGENT) && !BELOW_ONLY.contains(name(route));
            case AGENT_BESIDE -> route.callers().contains(Caller.AGENT) && !isAboutARun(route);
        };
        if (in) {
            return Verdict.IN;
        }
        return asker.kind() == Asker.Kind.NOT_KNOWN ? Verdict.UNAUTHENTICATED : Verdict.FORBIDDEN;
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

    private static Reply call(Route route, AccessCast cast, Asker asker) throws IOException {
        String name = server.fresh("nobody");
        if (route.template().contains("{name}")) {
            assertThat(server.token("auditor", name)).isNotEmpty();
        }
        String run = cast.run(asker);
        String path = route.template()
                .replace("{run}", run)
                .replace("{op}", AccessCast.OPERATION)
                .replace("{barrier}", barrier)
                .replace("{name}", name);
        String header = cast.header(asker);
        if (route.template().endsWith("/signals")) {
            return headOfStream(path, header);
        }
        Optional<byte[]> body = body(route, run).map(TestingServer::json);
        return header.isEmpty()
                ? server.send(route.method(), path, "", body)
                : server.send(route.method(), path, "", body, "Authorization", header);
    }

    private static Reply headOfStream(String path, String header) throws IOException {
        String line = header.isEmpty() ? "" : "Authorization: " + header + "\r\n";
        try (RawCall call = RawCall.to(server.port())) {
            Reply head = call.write(RawCall.head("GET", path, "") + line + "\r\n")
                    .replyHead()
                    .orElseThrow();
            return head.status() == 200 ? head : call.bodyOf(head);
        }
    }

    private static Optional<Map<String, Object>> body(Route route, String run) {
        Map<String, Object> reported = Map.of("attempt", 1, "worker", "w");
        Map<String, Object> body = switch (name(route)) {
            case "POST /v1/runs" -> Map.of("run_id", server.fresh("child"), "parent_run_id", run);
            case "POST /v1/runs/{run}/renew" -> Map.of("valid_until", "2020-01-01T00:00:00Z");
            case "POST /v1/runs/{run}/promote",
                    "POST /v1/runs/{run}/stop",
                    "POST " + OPERATION + "/approve",
                    "POST " + OPERATION + "/reject" -> Map.of("reason", "test");
            case "POST /v1/runs/{run}/operations" ->
                Map.of("operation_id", "op-2", "tool", "mail.send");
            case "POST /v1/check" -> Map.of("run_id", run, "tool", "mail.send");
            case "POST " + OPERATION + "/heartbeat" -> reported;
            case "POST " + OPERATION + "/finish" ->
                Map.of("attempt", 1, "worker", "w", "outcome", "failed");
            case "POST " + OPERATION + "/callback" -> Map.of("outcome", "failed");
            case "POST " + OPERATION + "/settle" ->
                Map.of("as", "completed_and_verified", "evidence", "seen");
            case "POST /v1/operations/{op}/undo" -> Map.of("run_id", run);
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
