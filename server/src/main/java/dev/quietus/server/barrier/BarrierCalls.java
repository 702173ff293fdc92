package dev.quietus.server.barrier;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.QuietRule;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.RunId;
import dev.quietus.ledger.LedgerQueries;
import dev.quietus.server.access.AccessGate;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.Json;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Barriers and their receipts over HTTP. */
public final class BarrierCalls {
    private static final Set<Caller> PEOPLE = Set.of(Caller.OPERATOR, Caller.AUDITOR);
    private static final Set<Caller> PEOPLE_AND_AGENT =
            Set.of(Caller.OPERATOR, Caller.AUDITOR, Caller.AGENT);
    private static final int PAGE = 500;
    private static final int MAX_REVISION = 1_000_000;

    private final Ledger ledger;
    private final LedgerQueries queries;
    private final QuietRule quiet;
    private final AccessGate access;

    /** Builds the calls. */
    public BarrierCalls(Ledger ledger, LedgerQueries queries, QuietRule quiet, AccessGate access) {
        this.ledger = ledger;
        this.queries = queries;
        this.quiet = quiet;
        this.access = access;
    }

    /** The routes. */
    public List<Route> routes() {
        return List.of(
                new Route("GET", "/v1/barriers", PEOPLE, this::list),
                new Route("GET", "/v1/barriers/{barrier}", PEOPLE, this::show),
                new Route("GET", "/v1/barriers/{barrier}/receipt", PEOPLE, this::receipt),
                new Route("GET", "/v1/barriers/{barrier}/receipts", PEOPLE, this::receipts),
                new Route("GET", "/v1/runs/{run}/barriers", PEOPLE_AND_AGENT, this::ofRun),
                new Route("GET", "/v1/runs/{run}/receipt", PEOPLE_AND_AGENT, this::receiptOfRun));
    }

    private Answer list(Request request) {
        request.onlyParameters("state", "limit");
        boolean open = request.parameter("state", text -> {
                    if (!text.equals("open") && !text.equals("all")) {
                        throw new IllegalArgumentException("'" + text + "' is not open or all");
                    }
                    return text.equals("open");
                })
                .orElse(false);
        int limit = (int) request.number("limit", PAGE, 1, PAGE);
        return barriers(queries.barriers(open, limit));
    }

    private Answer barriers(List<Barrier> barriers) {
        return Answer.ok(Map.of(
                "barriers",
                ledger.read(records -> barriers.stream()
                        .map(barrier -> BarrierView.acknowledged(records, barrier))
                        .toList())));
    }

    private Answer show(Request request) {
        request.onlyParameters();
        BarrierId id = request.part("barrier", BarrierId::new);
        return Answer.ok(ledger.read(records -> records.barrier(id)
                        .map(barrier -> BarrierView.shown(records, barrier, quiet)))
                .orElseThrow(() -> Problem.notFound("barrier", id.value())));
    }

    private Answer ofRun(Request request) {
        request.onlyParameters();
        RunId run = request.part("run", RunId::new);
        access.requireWithin(request.principal(), run);
        return barriers(queries.barriersOfRun(run));
    }

    private Answer receipt(Request request) {
        request.onlyParameters("revision");
        Optional<Integer> revision = revision(request);
        return envelope(barrier(request), revision);
    }

    private Answer receipts(Request request) {
        request.onlyParameters();
        Barrier barrier = barrier(request);
        return Answer.ok(Map.of(
                "receipts",
                queries.receipts(barrier.id()).stream().map(BarrierView::listed).toList()));
    }

    private Answer receiptOfRun(Request request) {
        request.onlyParameters("revision");
        Optional<Integer> revision = revision(request);
        RunId run = request.part("run", RunId::new);
        access.requireWithin(request.principal(), run);
        List<Barrier> barriers = queries.barriersOfRun(run);
        Barrier barrier = barriers.stream()
                .filter(each -> each.selector() instanceof Selector.Everything)
                .findFirst()
                .or(() -> barriers.stream().reduce((_, last) -> last))
                .orElseThrow(() -> ledger.read(records -> records.run(run)).isEmpty()
                        ? Problem.notFound("run", run.value())
                        : new Problem(
                                Problem.Code.NO_RECEIPT_YET,
                                "run '" + run + "' was never stopped"));
        return envelope(barrier, revision);
    }

    private static Optional<Integer> revision(Request request) {
        return request.parameter("revision", text -> {
            int value = Integer.parseInt(text);
            if (value < 1 || value > MAX_REVISION) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not between 1 and " + MAX_REVISION);
            }
            return value;
        });
    }

    private Barrier barrier(Request request) {
        BarrierId id = request.part("barrier", BarrierId::new);
        return ledger.read(records -> records.barrier(id))
                .orElseThrow(() -> Problem.notFound("barrier", id.value()));
    }

    private Answer envelope(Barrier barrier, Optional<Integer> revision) {
        // The newest is read last: it is never older than the one that is asked for.
        Optional<IssuedReceipt> asked =
                revision.flatMap(number -> queries.receipt(barrier.id(), number));
        Optional<IssuedReceipt> newest =
                ledger.read(records -> records.newestReceipt(barrier.id()));
        IssuedReceipt receipt =
                (revision.isPresent() ? asked : newest).orElseThrow(() -> none(barrier, revision));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("barrier_id", receipt.barrier().value());
        fields.put("run_id", receipt.run().value());
        fields.put("revision", receipt.revision());
        fields.put(
                "newest",
                newest.filter(each -> each.revision() == receipt.revision()).isPresent());
        fields.put("decision", receipt.decision());
        fields.put("envelope", Json.stored(receipt.envelope()));
        return Answer.ok(fields);
    }

    private static Problem none(Barrier barrier, Optional<Integer> revision) {
        if (revision.isPresent() && barrier.revision() > 0) {
            return Problem.notFound("revision", revision.get() + "' of barrier '" + barrier.id());
        }
        return new Problem(
                        Problem.Code.NO_RECEIPT_YET,
                        "barrier '" + barrier.id() + "' has no receipt yet: it is "
                                + dev.quietus.core.Wire.of(barrier.state()))
                .with("barrier_id", barrier.id().value());
    }
}
