package dev.quietus.server.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.dispatch.DecideOperation;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.OpenUndo;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.ProviderProfile;
import dev.quietus.core.settlement.RecoveryPath;
import dev.quietus.ledger.LedgerQueries;
import dev.quietus.server.event.Changes;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.Fields;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The call by which a person has something taken back. It is an operation of its own, never part of
 * a stop: the call plans it or opens it, and what then happens to it is seen on that operation.
 */
public final class UndoCalls {
    private static final int MOST_SLASHES = 8;

    private final Ledger ledger;
    private final LedgerQueries queries;
    private final ProviderDirectory providers;
    private final Changes changes;

    /** Builds the call. */
    public UndoCalls(
            Ledger ledger, LedgerQueries queries, ProviderDirectory providers, Changes changes) {
        this.ledger = ledger;
        this.queries = queries;
        this.providers = providers;
        this.changes = changes;
    }

    /** The route. */
    public List<Route> routes() {
        return List.of(
                new Route("POST", "/v1/operations/{op}/undo", Set.of(Caller.OPERATOR), this::undo));
    }

    /** Who would carry it out. */
    private enum PerformedBy {
        PROVIDER,
        ASKER
    }

    private Answer undo(Request request) {
        String address = request.part("op", text -> text);
        Fields body = request.body();
        Optional<RunId> run = body.parsed("run_id", RunId::new);
        PerformedBy by = body.parsed(
                        "performed_by", text -> Wire.parse("performed_by", PerformedBy.class, text))
                .orElse(PerformedBy.PROVIDER);
        boolean planOnly = body.flag("plan_only", false);
        boolean approve = body.flag("approve", false);
        Optional<String> reason = body.text("reason");
        body.done();
        Operation operation = find(address, run);
        Optional<Provider> provider = by == PerformedBy.PROVIDER
                ? providers.find(operation.work().provider(), operation.work().tool())
                : Optional.empty();
        Plan plan = plan(operation, by, provider);
        if (planOnly) {
            return Answer.ok(plan.shown(ledger));
        }
        if (plan.why().isPresent()) {
            throw refused(operation, plan.why().get());
        }
        return open(request, plan, reason, approve);
    }

    private Answer open(Request request, Plan plan, Optional<String> reason, boolean approve) {
        String person = request.principal().recordName();
        OperationKey key = plan.operation().key();
        OpenUndo.Answer answer =
                ledger.write(new OpenUndo(key, plan.by(), providers, person, reason));
        changes.happened();
        return switch (answer) {
            case OpenUndo.NoSuchOperation() -> throw Problem.notFound("operation", key.toString());
            case OpenUndo.Refused(Operation operation, String why) -> throw refused(operation, why);
            case OpenUndo.Opened(Operation undo, boolean created) -> {
                if (approve) {
                    ledger.write(new DecideOperation(undo.key(), true, reason, person));
                    changes.happened();
                }
                Operation now = ledger.read(records -> records.operation(undo.tree(), key))
                        .orElse(plan.operation());
                yield new Answer.Document(created ? 201 : 200, plan.of(now).shown(ledger));
            }
        };
    }

    private static Problem refused(Operation operation, String why) {
        return new Problem(
                        Problem.Code.WRONG_STATE,
                        "operation '" + operation.key() + "' can't be taken back: " + why)
                .with("operation", OperationView.shown(operation));
    }

    /** The operation of that address: its own id, or its run's id and its own with a slash. */
    private Operation find(String address, Optional<RunId> run) {
        List<Operation> found = new ArrayList<>();
        if (run.isPresent()) {
            byKey(run.get(), new OperationId(address)).ifPresent(found::add);
        } else {
            found.addAll(queries.operationsByOperationId(new OperationId(address)));
        }
        int slash = address.indexOf('/');
        for (int i = 0; found.isEmpty() && slash > 0 && i < MOST_SLASHES; i++) {
            if (slash + 1 < address.length()) {
                byKey(
                                new RunId(address.substring(0, slash)),
                                new OperationId(address.substring(slash + 1)))
                        .ifPresent(found::add);
            }
            slash = address.indexOf('/', slash + 1);
        }
        if (found.isEmpty()) {
            throw Problem.notFound("operation", address);
        }
        if (found.size() > 1) {
            throw new Problem(
                    Problem.Code.INVALID_VALUE,
                    "several runs have an operation '" + address + "': "
                            + String.join(
                                    ", ",
                                    found.stream()
                                            .map(each -> each.key().run().value())
                                            .toList())
                            + "; say which with run_id");
        }
        return found.getFirst();
    }

    private Optional<Operation> byKey(RunId run, OperationId operation) {
        return ledger.read(records -> records.run(run)
                .map(Run::tree)
                .flatMap(tree -> records.operation(tree, new OperationKey(run, operation))));
    }

    private Plan plan(Operation operation, PerformedBy by, Optional<Provider> provider) {
        Optional<ProviderProfile> profile = provider.map(Provider::profile);
        OpenUndo.By way = switch (by) {
            case ASKER -> new OpenUndo.Asker();
            case PROVIDER -> new OpenUndo.Provider(Optional.empty());
        };
        Optional<String> refusal = OpenUndo.refusal(operation, way, profile);
        boolean look =
                refusal.isEmpty() && profile.filter(ProviderProfile::observes).isPresent();
        Instant lookedAt = ledger.now();
        Optional<Observation> seen =
                look ? provider.map(found -> found.observe(operation.call())) : Optional.empty();
        Optional<Operation> undo = undo(operation);
        return new Plan(
                operation,
                seen.isPresent() ? new OpenUndo.Provider(seen.flatMap(EffectCheck::digest)) : way,
                profile.flatMap(ProviderProfile::recovery),
                seen,
                lookedAt,
                refusal.or(() -> undo.filter(UndoCalls::carriedOut).isPresent()
                        ? Optional.empty()
                        : seen.flatMap(now -> EffectCheck.against(operation, now))));
    }

    /** Asked again, the answer is the same, although there is nothing left to look at. */
    private static boolean carriedOut(Operation undo) {
        return undo.execution() == dev.quietus.core.operation.ExecutionState.SUCCEEDED;
    }

    private Optional<Operation> undo(Operation operation) {
        return operation
                .recovery()
                .flatMap(key -> ledger.read(records -> records.operation(operation.tree(), key)));
    }

    /**
     * What would be done, and whether it can be.
     *
     * @param operation what is to be taken back
     * @param by how
     * @param path what the provider declares
     * @param seen what the provider shows of the effect now
     * @param lookedAt when it was asked
     * @param why why it can't be taken back
     */
    private record Plan(
            Operation operation,
            OpenUndo.By by,
            Optional<RecoveryPath> path,
            Optional<Observation> seen,
            Instant lookedAt,
            Optional<String> why) {
        Plan of(Operation now) {
            return new Plan(now, by, path, seen, lookedAt, why);
        }

        Map<String, Object> shown(Ledger ledger) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("possible", why.isEmpty());
            why.ifPresent(text -> fields.put("why", text));
            fields.put(
                    "performed_by",
                    Wire.of(
                            by instanceof OpenUndo.Asker
                                    ? PerformedBy.ASKER
                                    : PerformedBy.PROVIDER));
            path.ifPresent(declared -> {
                fields.put("would", declared.description());
                declared.owner().ifPresent(owner -> fields.put("owner", owner));
            });
            seen.ifPresent(now -> {
                Map<String, Object> effect = new LinkedHashMap<>();
                effect.put("observed", now.word());
                effect.put("detail", now.detail());
                effect.put("checked_at", Wire.time(lookedAt));
                EffectCheck.digest(now).ifPresent(digest -> effect.put("digest", digest));
                fields.put("effect_now", effect);
            });
            fields.put("operation", OperationView.shown(operation));
            operation
                    .recovery()
                    .flatMap(
                            key -> ledger.read(records -> records.operation(operation.tree(), key)))
                    .ifPresent(undo -> fields.put("undo", OperationView.shown(undo)));
            return fields;
        }
    }
}
