package dev.quietus.server.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.authority.Principal;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.Work;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.ledger.LedgerQueries;
import dev.quietus.ledger.OperationRow;
import dev.quietus.server.access.AccessGate;
import dev.quietus.server.event.Changes;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.Fields;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The calls that take work in, start it and look it up. */
public final class OperationCalls {
    private static final Set<Caller> READERS =
            Set.of(Caller.OPERATOR, Caller.AUDITOR, Caller.WORKER, Caller.AGENT);
    private static final Set<Caller> DOERS = Set.of(Caller.OPERATOR, Caller.WORKER, Caller.AGENT);
    private static final int PAGE = 200;
    private static final int MAX_PAGE = 1_000;

    private final Ledger ledger;
    private final LedgerQueries queries;
    private final AccessGate access;
    private final Changes changes;

    /** Builds the calls. */
    public OperationCalls(
            Ledger ledger, LedgerQueries queries, AccessGate access, Changes changes) {
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
                        "/v1/runs/{run}/operations",
                        Set.of(Caller.OPERATOR, Caller.AGENT),
                        this::accept),
                new Route("GET", "/v1/runs/{run}/operations", READERS, this::list),
                new Route("GET", "/v1/runs/{run}/operations/{op}", READERS, this::show),
                new Route("POST", "/v1/runs/{run}/operations/{op}/begin", DOERS, this::begin),
                new Route("POST", "/v1/check", DOERS, this::check),
                new Route(
                        "GET",
                        "/v1/operations/{op}",
                        Set.of(Caller.OPERATOR, Caller.AUDITOR),
                        this::find));
    }

    /** The operation that a path names. */
    static OperationKey key(Request request) {
        return new OperationKey(
                request.part("run", RunId::new), request.part("op", OperationId::new));
    }

    private Answer accept(Request request) {
        RunId run = request.part("run", RunId::new);
        access.requireWithin(request.principal(), run);
        Fields body = request.body();
        OperationId id = body.requiredParsed("operation_id", OperationId::new);
        Claimed claimed = Asked.claimed(body);
        Work work = Asked.work(body, id);
        body.done();
        OperationKey key = new OperationKey(run, id);
        return switch (ledger.write(
                new AcceptOperation(key, work, claimed, request.principal().recordName()))) {
            case AcceptOperation.Accepted(Operation operation, boolean created) -> {
                changes.happened();
                yield new Answer.Document(created ? 201 : 200, OperationView.shown(operation));
            }
            case AcceptOperation.Denied(Decision decision) ->
                throw denied(key, decision, Optional.empty());
            case AcceptOperation.Conflict(String why, OperationKey other) ->
                throw new Problem(Problem.Code.CONFLICT, why)
                        .with("other_operation", other.toString());
        };
    }

    private Answer begin(Request request) {
        OperationKey key = key(request);
        access.requireWithin(request.principal(), key.run());
        Fields body = request.body();
        Claimed claimed = Asked.claimed(body);
        Optional<Fields> inline = body.object("operation");
        Optional<Work> work = inline.map(fields -> Asked.work(fields, key.operation()));
        inline.ifPresent(Fields::done);
        BeginOperation command = new BeginOperation(
                key,
                work,
                claimed,
                body.parsed("worker", WorkerId::new).orElse(worker(request.principal())),
                Asked.request(body),
                Asked.heartbeat(body));
        body.done();
        BeginOperation.Answer answer = ledger.write(command);
        changes.happened();
        return switch (answer) {
            case BeginOperation.Begun(Operation operation, Run run) ->
                Answer.ok(begun(operation, run));
            case BeginOperation.Denied(Decision decision, Optional<Operation> operation) ->
                throw denied(key, decision, operation);
            case BeginOperation.HasOutcome(Operation operation) -> throw hasOutcome(key, operation);
            case BeginOperation.NoSuchOperation() ->
                throw Problem.notFound("operation", key.toString());
            case BeginOperation.NotDue(var at) ->
                throw new Problem(
                                Problem.Code.NOT_DUE,
                                "operation '" + key + "' must not start before " + Wire.time(at))
                        .with("not_before", Wire.time(at));
            case BeginOperation.Conflicting(var conflict) ->
                throw new Problem(Problem.Code.CONFLICT, conflict.why())
                        .with("other_operation", conflict.other().toString());
        };
    }

    private static WorkerId worker(Principal principal) {
        return new WorkerId(
                principal.recordName().length() <= 200 ? principal.recordName() : "agent");
    }

    /** What a worker is told when its work may start. */
    static Map<String, Object> begun(Operation operation, Run run) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("decision", Wire.of(Decision.ALLOW));
        fields.put("run_id", run.id().value());
        fields.put("operation_id", operation.key().operation().value());
        fields.put("attempt", operation.attempts());
        fields.put("revocation_epoch", operation.epoch());
        fields.put("lease", run.lease().id().value());
        fields.put("idempotency_key", operation.work().idempotencyKey().value());
        fields.put("valid_until", Wire.time(run.lease().validUntil()));
        fields.put("operation", OperationView.shown(operation));
        return fields;
    }

    private static Problem hasOutcome(OperationKey asked, Operation operation) {
        return new Problem(
                        Problem.Code.HAS_OUTCOME,
                        "operation '" + asked + "' has an outcome: "
                                + Wire.of(operation.execution())
                                + (operation.key().equals(asked)
                                        ? ""
                                        : " as '" + operation.key() + "'")
                                + "; nothing was run")
                .with("operation", OperationView.shown(operation));
    }

    private Problem denied(OperationKey key, Decision decision, Optional<Operation> operation) {
        Problem problem = Problem.denied(
                decision, "operation '" + key + "' did not start: " + Wire.of(decision));
        operation.ifPresent(found -> problem.with("operation", OperationView.shown(found)));
        check(key.run(), decision)
                .ifPresent(fields -> problem.with("child_dispatch_check", fields));
        return problem;
    }

    private Optional<Map<String, Object>> check(RunId run, Decision decision) {
        return ledger.read(
                records -> DispatchCheck.shown(records.pathShared(run), decision, records.now()));
    }

    private Answer check(Request request) {
        Fields body = request.body();
        RunId run = body.requiredParsed("run_id", RunId::new);
        Claimed claimed = Asked.claimed(body);
        Optional<OperationId> id = body.parsed("operation_id", OperationId::new);
        Optional<Work> work = body.text("tool").isPresent()
                ? Optional.of(Asked.work(body, id.orElse(new OperationId("check"))))
                : Optional.empty();
        body.done();
        if (id.isEmpty() && work.isEmpty()) {
            throw new Problem(Problem.Code.MISSING_FIELD, "name a tool or an operation_id");
        }
        access.requireWithin(request.principal(), run);
        return Answer.ok(
                ledger.read(records -> DispatchCheck.answer(records, run, id, work, claimed)));
    }

    private Answer list(Request request) {
        request.onlyParameters("state", "after", "limit");
        RunId run = request.part("run", RunId::new);
        access.requireWithin(request.principal(), run);
        if (ledger.read(records -> records.run(run)).isEmpty()) {
            throw Problem.notFound("run", run.value());
        }
        int limit = (int) request.number("limit", PAGE, 1, MAX_PAGE);
        List<OperationRow> rows = queries.operations(
                run,
                request.parameter("state", text -> Wire.parse("state", ExecutionState.class, text)),
                request.parameter("after", OperationCalls::cursor),
                limit);
        Map<String, Object> page = new LinkedHashMap<>();
        page.put(
                "operations",
                rows.stream()
                        .map(OperationRow::operation)
                        .map(OperationView::shown)
                        .toList());
        if (rows.size() == limit) {
            OperationRow last = rows.getLast();
            page.put(
                    "next_after", last.position() + ":" + last.operation().key().operation());
        }
        return Answer.ok(page);
    }

    private static LedgerQueries.OperationCursor cursor(String text) {
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a next_after of an earlier page");
        }
        return new LedgerQueries.OperationCursor(
                Long.parseLong(text.substring(0, colon)),
                new OperationId(text.substring(colon + 1)));
    }

    private Answer show(Request request) {
        request.onlyParameters();
        OperationKey key = key(request);
        access.requireWithin(request.principal(), key.run());
        return Answer.ok(ledger.read(records -> records.run(key.run())
                        .flatMap(run -> records.operation(run.tree(), key))
                        .map(OperationView::shown))
                .orElseThrow(() -> Problem.notFound("operation", key.toString())));
    }

    private Answer find(Request request) {
        request.onlyParameters();
        OperationId id = request.part("op", OperationId::new);
        List<Operation> found = queries.operationsByOperationId(id);
        if (found.isEmpty()) {
            throw Problem.notFound("operation", id.value());
        }
        return Answer.ok(
                Map.of("operations", found.stream().map(OperationView::shown).toList()));
    }
}
