package dev.quietus.server.barrier;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.StopRun;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.ledger.LedgerQueries;
import dev.quietus.ledger.RunFilter;
import dev.quietus.ledger.RunRow;
import dev.quietus.server.access.AccessGate;
import dev.quietus.server.event.Changes;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.Fields;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;
import dev.quietus.server.run.RunCalls;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The stop button over HTTP: of one run, of every run with a label, of everything. */
public final class StopCalls {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final int BATCH = 500;

    private final Ledger ledger;
    private final LedgerQueries queries;
    private final AccessGate access;
    private final Changes changes;

    /** Builds the calls. */
    public StopCalls(Ledger ledger, LedgerQueries queries, AccessGate access, Changes changes) {
        this.ledger = ledger;
        this.queries = queries;
        this.access = access;
        this.changes = changes;
    }

    /** The routes. */
    public List<Route> routes() {
        return List.of(
                new Route(
                        "POST",
                        "/v1/runs/{run}/stop",
                        Set.of(Caller.OPERATOR, Caller.AGENT),
                        this::stop),
                new Route("POST", "/v1/stops", Set.of(Caller.OPERATOR), this::stopMany),
                new Route("POST", "/v1/stops/reopen", Set.of(Caller.OPERATOR), this::reopen));
    }

    private Answer stop(Request request) {
        RunId run = request.part("run", RunId::new);
        access.requireWithin(request.principal(), run);
        Fields body = request.body();
        Selector selector =
                body.object("selector").map(StopCalls::selector).orElse(new Selector.Everything());
        Wish wish = wish(body);
        body.done();
        return switch (ledger.write(command(run, selector, wish, request))) {
            case StopRun.Stopping(Barrier barrier, boolean _) -> {
                changes.happened();
                yield new Answer.Document(
                        202, ledger.read(records -> BarrierView.acknowledged(records, barrier)));
            }
            case StopRun.NoSuchRun() -> throw Problem.notFound("run", run.value());
            case StopRun.NoSuchOperation() ->
                throw Problem.notFound(
                        "operation", run + "/" + selector.word().replace("operation:", ""));
        };
    }

    /** What an operator may say about a stop beside its scope. */
    private record Wish(
            String reason, Optional<Duration> settleTimeout, Optional<Duration> quietPeriod) {}

    /** Held steering is withdrawn with the run: a stop always takes out what has not started. */
    private static Wish wish(Fields body) {
        body.flag("cancel_queued_steering", true);
        return new Wish(
                body.required("reason"),
                body.duration("settle_timeout", LONGEST),
                body.duration("quiet_period", LONGEST));
    }

    private static StopRun command(RunId run, Selector selector, Wish wish, Request request) {
        return new StopRun(
                run,
                selector,
                wish.reason(),
                request.principal().recordName(),
                wish.settleTimeout(),
                wish.quietPeriod());
    }

    private static Selector selector(Fields fields) {
        Optional<OperationId> operation = fields.parsed("operation", OperationId::new);
        Optional<CapabilityPattern> tool = fields.parsed("tool", CapabilityPattern::new);
        fields.done();
        if (operation.isPresent() == tool.isPresent()) {
            throw new Problem(
                    Problem.Code.INVALID_VALUE,
                    "selector names an operation or a tool pattern, exactly one of the two");
        }
        return operation
                .<Selector>map(Selector.OneOperation::new)
                .orElseGet(() -> new Selector.Tools(tool.orElseThrow()));
    }

    private Answer stopMany(Request request) {
        Fields body = request.body();
        Optional<Records.Label> label = body.parsed("label", RunCalls::label);
        boolean all = body.flag("all", false);
        boolean freeze = body.flag("freeze", false);
        Wish wish = wish(body);
        body.done();
        if (label.isPresent() == all) {
            throw new Problem(
                    Problem.Code.INVALID_VALUE, "name a label or all, exactly one of the two");
        }
        if (freeze && !all) {
            throw new Problem(Problem.Code.INVALID_VALUE, "freeze goes with all");
        }
        if (freeze) {
            ledger.write(records -> {
                records.frozen(true);
                return true;
            });
        }
        List<Barrier> barriers = stopEach(label, wish, request);
        changes.happened();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("frozen", ledger.read(records -> records.frozen()));
        fields.put(
                "barriers",
                ledger.read(records -> barriers.stream()
                        .map(barrier -> BarrierView.acknowledged(records, barrier))
                        .toList()));
        return new Answer.Document(202, fields);
    }

    /** Runs that stop already are pressed again, so that a lost answer can be asked for (S8). */
    private List<Barrier> stopEach(Optional<Records.Label> label, Wish wish, Request request) {
        List<RunId> stoppingBefore = stopping(label);
        List<Barrier> barriers = new ArrayList<>();
        Optional<RunId> after = Optional.empty();
        List<RunId> batch;
        do {
            Optional<RunId> from = after;
            batch = ledger.read(records -> records.runsToStop(label, from, BATCH));
            barriers.addAll(press(batch, label, wish, request));
            after = batch.isEmpty() ? after : Optional.of(batch.getLast());
        } while (batch.size() == BATCH);
        barriers.addAll(press(stoppingBefore, label, wish, request));
        return barriers;
    }

    private List<RunId> stopping(Optional<Records.Label> label) {
        List<RunId> found = new ArrayList<>();
        Optional<Long> before = Optional.empty();
        List<RunRow> page;
        do {
            page = queries.runs(
                    new RunFilter(Optional.of(RunState.CANCELLING), label), before, BATCH);
            page.forEach(row -> found.add(row.run().id()));
            before = page.isEmpty() ? before : Optional.of(page.getLast().position());
        } while (page.size() == BATCH);
        return found;
    }

    private List<Barrier> press(
            List<RunId> runs, Optional<Records.Label> label, Wish wish, Request request) {
        List<Barrier> barriers = new ArrayList<>();
        for (RunId run : runs) {
            if (!stopsAbove(run, label)
                    && ledger.write(command(run, new Selector.Everything(), wish, request))
                            instanceof StopRun.Stopping stopping) {
                barriers.add(stopping.barrier());
            }
        }
        return barriers;
    }

    /**
     * One barrier per topmost run: what hangs below a run that is or will be stopped is in its
     * scope.
     */
    private boolean stopsAbove(RunId run, Optional<Records.Label> label) {
        List<Run> path = ledger.read(records -> records.pathShared(run));
        return path.stream()
                .skip(1)
                .anyMatch(above -> above.lease().revoked() || labelled(above, label));
    }

    private static boolean labelled(Run run, Optional<Records.Label> label) {
        return run.state() == RunState.RUNNING
                && label.filter(each -> each.value().equals(run.labels().get(each.key())))
                        .isPresent();
    }

    private Answer reopen(Request request) {
        request.body().done();
        ledger.write(records -> {
            records.frozen(false);
            return true;
        });
        return Answer.ok(Map.of("frozen", false));
    }
}
