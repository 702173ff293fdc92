package dev.quietus.cli.command;

import dev.quietus.cli.config.Connection;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Failure;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the server offers: whether it answers, can write, knows the token, and what time it has. */
final class ServerChecks {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration SKEW = Duration.ofSeconds(2);

    private final Invocation invocation;

    ServerChecks(Invocation invocation) {
        this.invocation = invocation;
    }

    List<Check> all() {
        Connection connection;
        try {
            connection = invocation.connection();
        } catch (CommandException e) {
            return List.of(Check.lacking("settings", String.valueOf(e.getMessage())));
        }
        List<Check> checks = new ArrayList<>();
        try (Quietus server = connection.open(1)) {
            Instant before = invocation.console().clock().instant();
            JsonObject live = ask(server, "health", "live");
            Instant after = invocation.console().clock().instant();
            checks.add(Check.found(
                    "server",
                    connection.url() + ", version "
                            + live.optionalString("version").orElse("not told")));
            live.optionalInstant("server_time")
                    .ifPresent(at -> checks.add(skew(at, before, after)));
            checks.add(readiness(server));
            checks.add(token(server, connection));
        } catch (QuietusException e) {
            checks.add(
                    Check.weak("server", connection.url() + ": " + Failure.of(e).line()));
        }
        return checks;
    }

    private static JsonObject ask(Quietus server, String... segments) {
        HttpAnswer answer = server.client().call(HttpCall.get(segments).within(PATIENCE));
        return answer instanceof HttpAnswer.Answered answered
                ? answered.object()
                : JsonObject.empty();
    }

    private static Check skew(Instant server, Instant before, Instant after) {
        Duration skew = Duration.ZERO;
        if (server.isBefore(before)) {
            skew = Duration.between(server, before);
        } else if (server.isAfter(after)) {
            skew = Duration.between(after, server);
        }
        String words = skew.toMillis() + " ms apart from the server's";
        return skew.compareTo(SKEW) <= 0
                ? Check.found("clock", words)
                : Check.weak("clock", words + "; times here and there do not compare");
    }

    private static Check readiness(Quietus server) {
        try {
            String status =
                    ask(server, "health", "ready").optionalString("status").orElse("ready");
            return Check.found("record", "the server can write its ledger (" + status + ")");
        } catch (QuietusException e) {
            return Check.lacking("record", "the server can't write: " + e.getMessage());
        }
    }

    private static Check token(Quietus server, Connection connection) {
        String source = connection.tokenSource();
        Optional<String> token = connection.token();
        try {
            ask(server, "v1", "keys");
            return token.isPresent()
                    ? Check.found("token", "from " + source + ", known to the server")
                    : Check.found("token", "none, and the server asks for none");
        } catch (QuietusException e) {
            return Check.weak(
                    "token",
                    (token.isPresent() ? "from " + source : "none found") + ": "
                            + Failure.of(e).line());
        }
    }
}
