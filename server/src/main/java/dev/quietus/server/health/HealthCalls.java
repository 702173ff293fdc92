package dev.quietus.server.health;

import dev.quietus.core.Wire;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** What the process says of itself. */
public final class HealthCalls {
    private static final Duration READY_FOR = Duration.ofMillis(250);
    private static final Answer READY = Answer.ok(Map.of("status", "ready"));

    private final Ledger ledger;
    private final Metrics metrics;
    private final String version;
    private final ReentrantLock probing = new ReentrantLock();
    private long readyAt = System.nanoTime() - 2 * READY_FOR.toNanos();

    /** Builds the calls. */
    public HealthCalls(Ledger ledger, Metrics metrics, String version) {
        this.ledger = ledger;
        this.metrics = metrics;
        this.version = version;
    }

    /** The routes. */
    public List<Route> routes() {
        return List.of(
                new Route("GET", "/health/live", Set.of(), this::live),
                new Route("GET", "/health/ready", Set.of(), this::ready),
                new Route("GET", "/openapi.json", Set.of(), this::openApi),
                new Route(
                        "GET",
                        "/metrics",
                        Set.of(Caller.OPERATOR, Caller.AUDITOR, Caller.WORKER),
                        this::metrics));
    }

    private Answer live(Request request) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("status", "live");
        fields.put("version", version);
        fields.put("server_time", Wire.time(ledger.now()));
        return Answer.ok(fields);
    }

    /**
     * Ready means that a record can be written: an empty transaction goes through the whole lane.
     * Anybody may ask, so a yes is good for a moment: questions must not become load.
     */
    private Answer ready(Request request) {
        probing.lock();
        try {
            if (System.nanoTime() - readyAt <= READY_FOR.toNanos()) {
                return READY;
            }
            Answer answer = probe();
            if (answer.equals(READY)) {
                readyAt = System.nanoTime();
            }
            return answer;
        } finally {
            probing.unlock();
        }
    }

    private Answer probe() {
        try {
            ledger.write(ReadinessProbe.INSTANCE);
            return READY;
        } catch (LedgerUnavailableException e) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("status", "not_ready");
            fields.put("reason", Wire.of(e.reason()));
            fields.put("detail", String.valueOf(e.getMessage()));
            return new Answer.Document(503, fields);
        }
    }

    private Answer metrics(Request request) {
        return new Answer.Text(200, Metrics.CONTENT_TYPE, metrics.text());
    }

    private Answer openApi(Request request) {
        return new Answer.Text(200, "application/json", document());
    }

    /** The reference of the HTTP interface. */
    public static String document() {
        try (InputStream in = Objects.requireNonNull(
                HealthCalls.class.getResourceAsStream("openapi.json"), "openapi.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the HTTP reference can't be read", e);
        }
    }
}
