package dev.quietus.server.health;

import dev.quietus.core.Wire;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.run.RunState;
import dev.quietus.ledger.LedgerQueries;
import dev.quietus.ledger.LedgerTotals;
import dev.quietus.server.http.HttpFront;
import dev.quietus.server.http.Route;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The metrics of one process (docs/metrics.md). Totals are read from the record when they are asked
 * for, so that they are true after a restart. Safe for use by several threads.
 */
public final class Metrics implements HttpFront.Meter {
    /** What {@link #text} is. */
    static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final LedgerQueries queries;
    private final Counter requests = Counter.builder()
            .name("quietus_http_requests_total")
            .help("Answered HTTP requests by route and status.")
            .labelNames("method", "route", "status")
            .register(registry);
    private final Histogram seconds = Histogram.builder()
            .name("quietus_http_request_seconds")
            .help("Time from the request's head to its answer, by route; a stream's at its end.")
            .labelNames("method", "route")
            .classicOnly()
            .register(registry);
    private final Gauge runs = Gauge.builder()
            .name("quietus_runs")
            .help("Runs by state.")
            .labelNames("state")
            .register(registry);
    private final Gauge operations = Gauge.builder()
            .name("quietus_operations")
            .help("Operations that are not over, by execution state.")
            .labelNames("state")
            .register(registry);
    private final Gauge queued = Gauge.builder()
            .name("quietus_queued_operations")
            .help("Operations that a built-in queue may hand out, now or later.")
            .register(registry);
    private final Gauge unknown = Gauge.builder()
            .name("quietus_unknown_outcomes")
            .help("Operations whose outcome a person holds.")
            .register(registry);
    private final Gauge barriers = Gauge.builder()
            .name("quietus_open_barriers")
            .help("Barriers that are not certified as stopped and quiet.")
            .register(registry);

    /** Builds the metrics over the record. */
    public Metrics(LedgerQueries queries) {
        this.queries = queries;
    }

    @Override
    public void answered(Route route, int status, long nanos) {
        requests.labelValues(route.method(), route.template(), Integer.toString(status))
                .inc();
        seconds.labelValues(route.method(), route.template()).observe(nanos / 1e9);
    }

    /** Everything in Prometheus's text format. */
    String text() {
        LedgerTotals totals = queries.totals();
        for (RunState state : RunState.values()) {
            runs.labelValues(Wire.of(state)).set((double) totals.runs().getOrDefault(state, 0L));
        }
        for (ExecutionState state : ExecutionState.values()) {
            if (!state.hasOutcome() && state != ExecutionState.CANCELLED_BEFORE_START) {
                long count = totals.liveOperations().getOrDefault(state, 0L);
                operations.labelValues(Wire.of(state)).set((double) count);
            }
        }
        queued.set((double) totals.waitingInQueues());
        unknown.set((double) totals.unknownOutcomes());
        barriers.set((double) totals.openBarriers());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(out, registry.scrape());
        } catch (IOException e) {
            throw new IllegalStateException("metrics could not be written to memory", e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
