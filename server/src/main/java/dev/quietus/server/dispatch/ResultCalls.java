package dev.quietus.server.dispatch;

import dev.quietus.core.Text;
import dev.quietus.core.Wire;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.DecideOperation;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.dispatch.Heartbeat;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.SettleByHand;
import dev.quietus.server.access.AccessGate;
import dev.quietus.server.event.Changes;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.Fields;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The calls by which work reports itself, and those by which a person decides about it. */
public final class ResultCalls {
    private static final Set<Caller> DOERS = Set.of(Caller.OPERATOR, Caller.WORKER, Caller.AGENT);
    private static final Duration LONGEST_WAIT = Duration.ofDays(30);

    private final Ledger ledger;
    private final ProviderDirectory providers;
    private final AccessGate access;
    private final Changes changes;

    /** Builds the calls. */
    public ResultCalls(
            Ledger ledger, ProviderDirectory providers, AccessGate access, Changes changes) {
        this.ledger = ledger;
        this.providers = providers;
        this.access = access;
        this.changes = changes;
    }

    /** The routes. */
    public List<Route> routes() {
        String operation = "/v1/runs/{run}/operations/{op}";
        Set<Caller> person = Set.of(Caller.OPERATOR);
        return List.of(
                new Route("POST", operation + "/heartbeat", DOERS, this::heartbeat),
                new Route("POST", operation + "/finish", DOERS, this::finish),
                new Route("POST", operation + "/callback", DOERS, this::callback),
                new Route("POST", operation + "/approve", person, request -> decide(request, true)),
                new Route("POST", operation + "/reject", person, request -> decide(request, false)),
                new Route("POST", operation + "/settle", person, this::settle));
    }

    private Answer heartbeat(Request request) {
        OperationKey key = OperationCalls.key(request);
        access.requireWithin(request.principal(), key.run());
        Fields body = request.body();
        Heartbeat command = new Heartbeat(
                key,
                body.number("attempt", 1, Integer.MAX_VALUE)
                        .orElseThrow(() -> body.missing("attempt"))
                        .intValue(),
                body.requiredParsed("worker", WorkerId::new),
                sent(body),
                id(body, "provider_job"),
                detail(body));
        body.done();
        Heartbeat.Answer answer = ledger.write(command);
        return switch (answer) {
            case Heartbeat.Recorded(Operation operation, boolean stopRequested) -> {
                if (command.sent() != Attempt.Sent.NOT_REPORTED
                        || command.providerJob().isPresent()) {
                    changes.happened();
                }
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("stop_requested", stopRequested);
                operation.cancelledBy().ifPresent(id -> fields.put("barrier_id", id.value()));
                fields.put("state", Wire.of(operation.execution()));
                yield Answer.ok(fields);
            }
            case Heartbeat.NotYours(Operation operation) ->
                throw new Problem(
                                Problem.Code.ATTEMPT_GIVEN_UP,
                                "attempt " + command.attempt() + " of '" + key + "' by '"
                                        + command.worker() + "' is not the current one")
                        .with("operation", OperationView.shown(operation));
            case Heartbeat.NoSuchOperation() -> throw Problem.notFound("operation", key.toString());
        };
    }

    private static Attempt.Sent sent(Fields body) {
        return body.parsed("sent", text -> Wire.parse("sent", Attempt.Sent.class, text))
                .orElse(Attempt.Sent.NOT_REPORTED);
    }

    private static FinishOperation.Report report(Fields body) {
        return new FinishOperation.Report(
                body.requiredParsed(
                        "outcome", text -> Wire.parse("outcome", Attempt.Outcome.class, text)),
                body.parsed("effect", ResultCalls::effect)
                        .orElse(Attempt.ReportedEffect.NOT_REPORTED),
                sent(body),
                id(body, "provider_job"),
                id(body, "effect_id"),
                id(body, "output_digest"),
                body.parsed("error", text -> Text.sentence("error", text)),
                detail(body));
    }

    private static Optional<String> detail(Fields body) {
        return body.parsed("detail", text -> Text.sentence("detail", text));
    }

    private static Optional<String> id(Fields body, String name) {
        return body.parsed(name, text -> Text.id(name, text));
    }

    /** {@code none} is what callers write for an effect that did not happen. */
    private static Attempt.ReportedEffect effect(String text) {
        return text.equals("none")
                ? Attempt.ReportedEffect.ABSENT
                : Wire.parse("effect", Attempt.ReportedEffect.class, text);
    }

    private Answer finish(Request request) {
        OperationKey key = OperationCalls.key(request);
        access.requireWithin(request.principal(), key.run());
        Fields body = request.body();
        int attempt = body.number("attempt", 1, Integer.MAX_VALUE)
                .orElseThrow(() -> body.missing("attempt"))
                .intValue();
        WorkerId worker = body.requiredParsed("worker", WorkerId::new);
        FinishOperation.Report report = report(body);
        Optional<FinishOperation.Retry> retry = body.object("retry").map(ResultCalls::retry);
        body.done();
        return finished(
                key, ledger.write(new FinishOperation(key, attempt, worker, report, retry)));
    }

    private static FinishOperation.Retry retry(Fields fields) {
        FinishOperation.Retry retry = new FinishOperation.Retry(
                fields.duration("after_seconds", LONGEST_WAIT)
                        .orElseThrow(() -> fields.missing("after_seconds")),
                fields.number("max_attempts", 1, FinishOperation.MAX_ATTEMPTS)
                        .orElseThrow(() -> fields.missing("max_attempts"))
                        .intValue());
        fields.done();
        return retry;
    }

    private Answer finished(OperationKey key, FinishOperation.Answer answer) {
        changes.happened();
        return switch (answer) {
            case FinishOperation.Recorded(Operation operation, FinishOperation.How how) -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("recorded_as", Wire.of(how));
                fields.put("operation", OperationView.shown(operation));
                yield Answer.ok(fields);
            }
            case FinishOperation.NoSuchOperation() ->
                throw Problem.notFound("operation", key.toString());
            case FinishOperation.NoSuchAttempt(Operation operation) ->
                throw new Problem(
                                Problem.Code.WRONG_STATE,
                                "operation '" + key + "' has " + operation.attempts()
                                        + " attempts; the reported one never began")
                        .with("operation", OperationView.shown(operation));
        };
    }

    /** An awaited callback arrives: it begins and finishes its operation, or is stale. */
    private Answer callback(Request request) {
        OperationKey key = OperationCalls.key(request);
        access.requireWithin(request.principal(), key.run());
        Fields body = request.body();
        WorkerId worker = body.parsed("worker", WorkerId::new).orElse(new WorkerId("callback"));
        RequestId id = Asked.request(body);
        FinishOperation.Report report = report(body);
        body.done();
        BeginOperation begin = new BeginOperation(
                key, Optional.empty(), Claimed.NOTHING, worker, id, Duration.ofSeconds(60));
        Callback.Arrival arrival = ledger.write(new Callback(begin, report));
        changes.happened();
        return switch (arrival) {
            case Callback.Finished(var how) -> finished(key, how);
            case Callback.NotBegun(var why) -> throw notBegun(key, why);
        };
    }

    private static Problem notBegun(OperationKey key, BeginOperation.Answer why) {
        return switch (why) {
            case BeginOperation.Begun _ ->
                throw new IllegalStateException("'" + key + "' began, and was not finished");
            case BeginOperation.Denied(var decision, var _) ->
                new Problem(
                                Problem.Code.STALE_IGNORED,
                                "stale, ignored: the wait of '" + key
                                        + "' ended before this callback came")
                        .with("decision", Wire.of(decision));
            case BeginOperation.HasOutcome(Operation operation) ->
                new Problem(
                                Problem.Code.HAS_OUTCOME,
                                "a callback for '" + key + "' was recorded before: "
                                        + Wire.of(operation.execution()))
                        .with("operation", OperationView.shown(operation));
            case BeginOperation.NoSuchOperation _ -> Problem.notFound("operation", key.toString());
            case BeginOperation.NotDue(var at) ->
                new Problem(
                        Problem.Code.NOT_DUE,
                        "'" + key + "' waits for nothing before " + Wire.time(at));
            case BeginOperation.Conflicting(var conflict) ->
                new Problem(Problem.Code.CONFLICT, conflict.why());
        };
    }

    private Answer decide(Request request, boolean approve) {
        OperationKey key = OperationCalls.key(request);
        Fields body = request.body();
        Optional<String> reason = body.text("reason");
        body.done();
        if (!approve && reason.isEmpty()) {
            throw body.missing("reason");
        }
        DecideOperation.Answer answer = ledger.write(
                new DecideOperation(key, approve, reason, request.principal().recordName()));
        changes.happened();
        return switch (answer) {
            case DecideOperation.Decided(Operation operation) ->
                Answer.ok(OperationView.shown(operation));
            case DecideOperation.Stale(Operation operation) ->
                throw new Problem(
                                Problem.Code.STALE_IGNORED,
                                "stale, ignored: '" + key
                                        + "' was taken out before this decision came")
                        .with("operation", OperationView.shown(operation));
            case DecideOperation.NotWaiting(Operation operation) ->
                throw new Problem(
                                Problem.Code.WRONG_STATE,
                                "operation '" + key + "' waits for no decision: it is "
                                        + Wire.of(operation.execution()))
                        .with("operation", OperationView.shown(operation));
            case DecideOperation.NoSuchOperation() ->
                throw Problem.notFound("operation", key.toString());
        };
    }

    private Answer settle(Request request) {
        OperationKey key = OperationCalls.key(request);
        Fields body = request.body();
        SettleByHand command = new SettleByHand(
                key,
                body.requiredParsed("as", text -> Wire.parse("as", SettledState.class, text)),
                body.required("evidence"),
                request.principal().recordName(),
                providers);
        body.done();
        SettleByHand.Answer answer = ledger.write(command);
        changes.happened();
        return switch (answer) {
            case SettleByHand.Done(Operation operation) ->
                Answer.ok(OperationView.shown(operation));
            case SettleByHand.Refused(Operation operation, String why) ->
                throw new Problem(
                                Problem.Code.WRONG_STATE,
                                "operation '" + key + "' was not settled: " + why)
                        .with("operation", OperationView.shown(operation));
            case SettleByHand.NoSuchOperation() ->
                throw Problem.notFound("operation", key.toString());
        };
    }
}
