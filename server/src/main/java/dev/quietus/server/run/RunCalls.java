package dev.quietus.server.run;

import dev.quietus.core.Text;
import dev.quietus.core.Wire;
import dev.quietus.core.authority.CompleteRun;
import dev.quietus.core.authority.LeaseAnswer;
import dev.quietus.core.authority.Principal;
import dev.quietus.core.authority.PromoteRun;
import dev.quietus.core.authority.RegisterRun;
import dev.quietus.core.authority.RenewLease;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.ledger.LedgerQueries;
import dev.quietus.ledger.RunCounts;
import dev.quietus.ledger.RunFilter;
import dev.quietus.ledger.RunRow;
import dev.quietus.server.access.AccessGate;
import dev.quietus.server.access.LeaseTokens;
import dev.quietus.server.event.Changes;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.Fields;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The calls on runs and their leases. */
public final class RunCalls {
    private static final Set<Caller> READERS =
            Set.of(Caller.OPERATOR, Caller.AUDITOR, Caller.WORKER, Caller.AGENT);
    private static final Set<Caller> PEOPLE = Set.of(Caller.OPERATOR, Caller.AUDITOR);
    private static final Set<Caller> OPERATOR_OR_AGENT = Set.of(Caller.OPERATOR, Caller.AGENT);
    private static final int PAGE = 200;
    private static final int MAX_PAGE = 1_000;

    private final Ledger ledger;
    private final LedgerQueries queries;
    private final AccessGate access;
    private final LeaseTokens leases;
    private final Changes changes;
    private final Duration defaultLife;
    private final SecureRandom random = new SecureRandom();

    /** Builds the calls. */
    public RunCalls(
            Ledger ledger,
            LedgerQueries queries,
            AccessGate access,
            LeaseTokens leases,
            Changes changes,
            Duration defaultLife) {
        this.ledger = ledger;
        this.queries = queries;
        this.access = access;
        this.leases = leases;
        this.changes = changes;
        this.defaultLife = defaultLife;
    }

    /** The routes. */
    public List<Route> routes() {
        return List.of(
                new Route("POST", "/v1/runs", OPERATOR_OR_AGENT, this::register),
                new Route("GET", "/v1/runs", PEOPLE, this::list),
                new Route("GET", "/v1/runs/{run}", READERS, this::show),
                new Route("GET", "/v1/runs/{run}/tree", READERS, this::tree),
                new Route("POST", "/v1/runs/{run}/renew", OPERATOR_OR_AGENT, this::renew),
                new Route("POST", "/v1/runs/{run}/complete", OPERATOR_OR_AGENT, this::complete),
                new Route(
                        "POST", "/v1/runs/{run}/promote", Set.of(Caller.OPERATOR), this::promote));
    }

    private Answer register(Request request) {
        RegisterRun command = registration(request);
        RegisterRun.Answer answer = ledger.write(command);
        return switch (answer) {
            case RegisterRun.Registered(Run run, boolean created) -> {
                changes.happened();
                yield new Answer.Document(
                        created ? 201 : 200,
                        RunView.authority(run, leases.of(run.id()), ledger.now()));
            }
            case RegisterRun.Denied(var decision) ->
                throw Problem.denied(
                        decision,
                        "run '" + command.id() + "' was not registered: " + Wire.of(decision)
                                + " at parent '"
                                + command.parent().map(RunId::value).orElse("") + "'");
            case RegisterRun.Conflict() ->
                throw new Problem(
                        Problem.Code.CONFLICT,
                        "run '" + command.id() + "' is registered with other content");
            case RegisterRun.Wider(String why) ->
                throw new Problem(Problem.Code.WIDER_THAN_PARENT, why);
            case RegisterRun.Frozen() ->
                throw new Problem(
                        Problem.Code.FROZEN,
                        "an operator froze new root runs; 'quietus reopen' lifts that");
            case RegisterRun.Refused(String why) ->
                throw new Problem(Problem.Code.WRONG_STATE, why);
        };
    }

    private RegisterRun registration(Request request) {
        Fields body = request.body();
        Principal principal = request.principal();
        Optional<RunId> parent = body.parsed("parent_run_id", RunId::new);
        RegisterRun command = new RegisterRun(
                body.parsed("run_id", RunId::new).orElseGet(() -> new RunId("run-" + hex(8))),
                parent,
                body.text("task_id"),
                body.text("owner"),
                body.list("capabilities", CapabilityPattern::new).map(Capabilities::new),
                body.time("valid_until"),
                body.map("labels"),
                body.parsed("resumes", RunId::new),
                new LeaseId("lease-" + hex(8)),
                principal.recordName(),
                defaultLife);
        body.done();
        if (principal instanceof Principal.Agent(var own)) {
            if (parent.isEmpty()) {
                throw new Problem(
                        Problem.Code.FORBIDDEN,
                        "a lease registers child runs only: name parent_run_id '" + own + "'");
            }
            access.requireWithin(principal, parent.get());
            command.resumes().ifPresent(resumed -> access.requireResumable(principal, resumed));
        }
        return command;
    }

    private String hex(int bytes) {
        byte[] fresh = new byte[bytes];
        random.nextBytes(fresh);
        return HexFormat.of().formatHex(fresh);
    }

    private Answer list(Request request) {
        request.onlyParameters("state", "label", "after", "limit");
        int limit = (int) request.number("limit", PAGE, 1, MAX_PAGE);
        RunFilter filter = new RunFilter(
                request.parameter("state", text -> Wire.parse("state", RunState.class, text)),
                request.parameter("label", RunCalls::label));
        List<RunRow> rows =
                queries.runs(filter, request.parameter("after", Long::parseLong), limit);
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("runs", shown(rows));
        if (rows.size() == limit) {
            page.put("next_after", Long.toString(rows.getLast().position()));
        }
        return Answer.ok(page);
    }

    private List<Map<String, Object>> shown(List<RunRow> rows) {
        Map<RunId, RunCounts> counts =
                queries.counts(rows.stream().map(row -> row.run().id()).toList());
        return ledger.read(records -> rows.stream()
                .map(RunRow::run)
                .map(run ->
                        RunView.shown(records, run, counts.getOrDefault(run.id(), RunCounts.NONE)))
                .toList());
    }

    /** Reads {@code name=value}. */
    public static Records.Label label(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("'" + text + "' is not of the form name=value");
        }
        return new Records.Label(
                Text.id("label name", text.substring(0, equals)),
                Text.id("label value", text.substring(equals + 1)));
    }

    private Answer show(Request request) {
        request.onlyParameters();
        RunId id = request.part("run", RunId::new);
        access.requireWithin(request.principal(), id);
        RunCounts counts = queries.counts(List.of(id)).getOrDefault(id, RunCounts.NONE);
        return Answer.ok(ledger.read(records ->
                        records.run(id).map(run -> RunView.shownWithChildren(records, run, counts)))
                .orElseThrow(() -> Problem.notFound("run", id.value())));
    }

    private Answer tree(Request request) {
        request.onlyParameters();
        RunId id = request.part("run", RunId::new);
        access.requireWithin(request.principal(), id);
        List<RunRow> rows = queries.tree(id, MAX_PAGE).stream()
                .filter(row -> access.reaches(request.principal(), row.run().id()))
                .toList();
        if (rows.isEmpty()) {
            throw Problem.notFound("run", id.value());
        }
        return Answer.ok(Map.of("runs", shown(rows)));
    }

    private Answer renew(Request request) {
        RunId id = request.part("run", RunId::new);
        access.requireBelow(request.principal(), id);
        Fields body = request.body();
        Instant until = body.time("valid_until").orElseThrow(() -> body.missing("valid_until"));
        body.done();
        return lease(
                id, ledger.write(new RenewLease(id, until, request.principal().recordName())));
    }

    private Answer complete(Request request) {
        RunId id = request.part("run", RunId::new);
        access.requireWithin(request.principal(), id);
        request.body().done();
        return lease(id, ledger.write(new CompleteRun(id, request.principal().recordName())));
    }

    private Answer promote(Request request) {
        RunId id = request.part("run", RunId::new);
        Fields body = request.body();
        String reason = body.required("reason");
        body.done();
        return lease(
                id, ledger.write(new PromoteRun(id, reason, request.principal().recordName())));
    }

    private Answer lease(RunId id, LeaseAnswer answer) {
        return switch (answer) {
            case LeaseAnswer.Done _ -> {
                changes.happened();
                RunCounts counts = queries.counts(List.of(id)).getOrDefault(id, RunCounts.NONE);
                yield Answer.ok(ledger.read(
                        records -> RunView.shown(records, records.run(id).orElseThrow(), counts)));
            }
            case LeaseAnswer.Denied(var decision) -> {
                if (decision == dev.quietus.core.authority.Decision.DENY_UNKNOWN_RUN) {
                    throw Problem.notFound("run", id.value());
                }
                throw Problem.denied(decision, "run '" + id + "': " + Wire.of(decision));
            }
            case LeaseAnswer.Refused(String why) ->
                throw new Problem(Problem.Code.WRONG_STATE, why);
        };
    }
}
