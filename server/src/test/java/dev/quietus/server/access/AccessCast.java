package dev.quietus.server.access;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ConditionFactory;

/**
 * Everybody who may ask, with a token each, or what they have in place of one: a tree of runs with
 * the run in question in its middle, one beside it, and two whose authority is over.
 *
 * @param middle the run in question
 * @param runs the run that somebody asks about, where it is another
 * @param headers what is sent as {@code Authorization}; nothing for who has nothing
 */
record AccessCast(String middle, Map<Asker, String> runs, Map<Asker, String> headers) {
    /** The operation that each of the runs has. */
    static final String OPERATION = "op-1";

    private static final String BEARER = "Bearer ";

    private static final Map<Asker, List<String>> DECISIONS = Map.of(
            Asker.AGENT_EXPIRED,
            List.of("deny_lease_expired"),
            Asker.AGENT_STOPPED,
            List.of("deny_stale_epoch", "deny_cancelled", "deny_parent_revoked"));

    /** Who asks. */
    enum Asker {
        OPERATOR(Kind.OPERATOR),
        AUDITOR(Kind.AUDITOR),
        WORKER(Kind.WORKER),
        AGENT_ITSELF(Kind.AGENT_ITSELF),
        AGENT_ABOVE(Kind.AGENT_ABOVE),
        AGENT_BELOW(Kind.AGENT_BESIDE),
        AGENT_ELSEWHERE(Kind.AGENT_BESIDE),
        /** Its token is known, and it may say what it did; it starts nothing. */
        AGENT_EXPIRED(Kind.AGENT_ITSELF),
        /** Likewise. */
        AGENT_STOPPED(Kind.AGENT_ITSELF),
        NOBODY(Kind.NOT_KNOWN),
        UNKNOWN_TOKEN(Kind.NOT_KNOWN),
        UNKNOWN_LEASE(Kind.NOT_KNOWN),
        TAMPERED_LEASE(Kind.NOT_KNOWN),
        CUT_TOKEN(Kind.NOT_KNOWN),
        REVOKED_OPERATOR(Kind.NOT_KNOWN),
        REVOKED_AUDITOR(Kind.NOT_KNOWN),
        REVOKED_WORKER(Kind.NOT_KNOWN),
        TOKEN_WITHOUT_SCHEME(Kind.NOT_KNOWN),
        OTHER_SCHEME(Kind.NOT_KNOWN),
        SCHEME_WITHOUT_TOKEN(Kind.NOT_KNOWN),
        TWO_TOKENS(Kind.NOT_KNOWN);

        private final Kind kind;

        Asker(Kind kind) {
            this.kind = kind;
        }

        /** What the route table calls it. */
        Kind kind() {
            return kind;
        }

        /** With which of these authority refuses it where something would start. */
        List<String> decisions() {
            return DECISIONS.getOrDefault(this, List.of());
        }

        /** What is known of somebody who asks. */
        enum Kind {
            OPERATOR,
            AUDITOR,
            WORKER,
            AGENT_ITSELF,
            AGENT_ABOVE,
            AGENT_BESIDE,
            NOT_KNOWN
        }
    }

    /** The run that somebody asks about. */
    String run(Asker asker) {
        return runs.getOrDefault(asker, middle);
    }

    /** What somebody sends. */
    String header(Asker asker) {
        return headers.getOrDefault(asker, "");
    }

    /** What must stand in no answer and no log. */
    String secret(Asker asker) {
        return header(asker)
                .replace(BEARER, "")
                .replace("Bearer", "")
                .replace("Basic ", "")
                .strip();
    }

    /**
     * Where fresh ones are made.
     *
     * @param server the server
     * @param clock its clock
     * @param lasting the headers that are the same for all
     */
    record Casting(TestingServer server, MovedClock clock, Map<Asker, String> lasting) {
        private static final Duration SHORT = Duration.ofSeconds(2);

        /** Makes the tokens of people and workers, and takes some of them back. */
        static Casting at(TestingServer server, MovedClock clock) throws IOException {
            Map<Asker, String> lasting = new EnumMap<>(Asker.class);
            String operator = server.operator();
            lasting.put(Asker.OPERATOR, BEARER + operator);
            lasting.put(Asker.AUDITOR, BEARER + server.token("auditor", "ann"));
            lasting.put(Asker.WORKER, BEARER + server.token("worker", "wim"));
            lasting.put(Asker.UNKNOWN_TOKEN, BEARER + "qto_this-is-no-token-of-this-server");
            lasting.put(Asker.UNKNOWN_LEASE, BEARER + "qtl_this-is-no-lease-of-this-server");
            lasting.put(Asker.CUT_TOKEN, BEARER + operator.substring(0, operator.length() - 1));
            lasting.put(Asker.REVOKED_OPERATOR, BEARER + revoked(server, "operator"));
            lasting.put(Asker.REVOKED_AUDITOR, BEARER + revoked(server, "auditor"));
            lasting.put(Asker.REVOKED_WORKER, BEARER + revoked(server, "worker"));
            lasting.put(Asker.TOKEN_WITHOUT_SCHEME, operator);
            lasting.put(Asker.OTHER_SCHEME, "Basic " + operator);
            lasting.put(Asker.SCHEME_WITHOUT_TOKEN, "Bearer");
            lasting.put(Asker.TWO_TOKENS, BEARER + operator + ", Bearer " + operator);
            return new Casting(server, clock, lasting);
        }

        private static String revoked(TestingServer server, String role) throws IOException {
            String name = server.fresh("gone");
            String token = server.token(role, name);
            TestingServer.require(
                    server.send(
                            "DELETE", "/v1/tokens/" + name, server.operator(), Optional.empty()),
                    200);
            return token;
        }

        /** Makes runs that nobody has spent yet. */
        AccessCast fresh() throws IOException {
            Map<Asker, String> headers = new EnumMap<>(lasting);
            String top = server.fresh("top");
            String middle = server.fresh("middle");
            headers.put(Asker.AGENT_ABOVE, lease(server.root(top)));
            headers.put(Asker.AGENT_ITSELF, lease(server.child(middle, top)));
            headers.put(Asker.AGENT_BELOW, lease(server.child(server.fresh("bottom"), middle)));
            headers.put(Asker.AGENT_ELSEWHERE, lease(server.root(server.fresh("elsewhere"))));
            String own = headers.get(Asker.AGENT_ITSELF);
            char last = own.charAt(own.length() - 1);
            headers.put(
                    Asker.TAMPERED_LEASE,
                    own.substring(0, own.length() - 1) + (last == 'A' ? 'B' : 'A'));
            server.accept(middle, OPERATION, Map.of());
            Map<Asker, String> runs = new EnumMap<>(Asker.class);
            runs.put(Asker.AGENT_STOPPED, stopped(headers));
            runs.put(Asker.AGENT_EXPIRED, expired(headers));
            awaitReceipt(runs.get(Asker.AGENT_STOPPED));
            awaitExpiry(runs.get(Asker.AGENT_EXPIRED));
            return new AccessCast(middle, runs, headers);
        }

        private String stopped(Map<Asker, String> headers) throws IOException {
            String run = server.fresh("stopped");
            headers.put(Asker.AGENT_STOPPED, lease(server.root(run)));
            server.accept(run, OPERATION, Map.of());
            String barrier = TestingServer.require(
                            server.post("/v1/runs/" + run + "/stop", server.operator(), reason()),
                            202)
                    .value("barrier_id");
            soon().until(() -> server.get("/v1/barriers/" + barrier, server.operator())
                    .value("state")
                    .equals("quiet"));
            return run;
        }

        /** A cast is made for each call that came through: the usual tenth of a second adds up. */
        private static ConditionFactory soon() {
            return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
        }

        /** The quiet period is over with the clock's move; behind it nothing is recorded. */
        private void awaitReceipt(String run) {
            soon().until(() -> server.get("/v1/runs/" + run + "/receipt", server.operator())
                            .status()
                    == 200);
        }

        /** The server records by itself that a lease ran out, and what it takes out with it. */
        private void awaitExpiry(String run) {
            soon().until(() -> server.get("/v1/runs/" + run, server.operator())
                    .value("state")
                    .equals("expired"));
        }

        private String expired(Map<Asker, String> headers) throws IOException {
            String run = server.fresh("expired");
            Map<String, Object> body = Map.of(
                    "run_id",
                    run,
                    "capabilities",
                    new String[] {"*"},
                    "valid_until",
                    clock.instant().plus(SHORT).toString());
            JsonNode made = TestingServer.require(
                            server.post("/v1/runs", server.operator(), body), 201)
                    .json();
            headers.put(Asker.AGENT_EXPIRED, lease(made));
            server.accept(run, OPERATION, Map.of());
            clock.move(SHORT);
            return run;
        }

        private static Map<String, Object> reason() {
            return Map.of("reason", "test");
        }

        private static String lease(JsonNode registered) {
            return BEARER + registered.path("lease_token").asText();
        }
    }
}
