package dev.quietus.verify.simulation;

import dev.quietus.client.json.JsonObject;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.ledger.Commit;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.ledger.Written;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.receipt.IssuedReceipt;

import java.time.Instant;
import java.util.Optional;

/** What is said of outcomes, against what really happened. */
final class SettlingRules {
    private final World world;
    private final Trees trees;

    SettlingRules(World world, Trees trees) {
        this.world = world;
        this.trees = trees;
    }

    private boolean happened(OperationKey key) {
        return world.workers().stream()
                        .anyMatch(worker -> worker.carries().filter(key::equals).isPresent()
                                && worker.happened())
                || world.services().stream().anyMatch(service -> service.happened(key));
    }

    /** Nothing is promised of a service that is later than it declares. */
    private boolean rogue(Operation operation) {
        return world.serviceOf(operation.work().tool().value())
                .filter(Service::rogue)
                .isPresent();
    }

    private static Optional<Settlement.Settled> absent(Operation operation) {
        return operation.settlement() instanceof Settlement.Settled settled
                        && settled.state() == SettledState.CANCELLED_WITHOUT_EFFECT
                        && settled.byProvider()
                ? Optional.of(settled)
                : Optional.empty();
    }

    /**
     * S4: an operation that began is {@code cancelled_without_effect} only if its authoritative
     * system was asked after the cancel request and showed no effect, and showed none again when
     * the quiet period was over. Here: the look that settled it was begun behind the answer to the
     * cancel; and what is said for good is true now and for ever.
     */
    void s4(Commit commit) {
        for (Written<Operation> written : commit.operations()) {
            Operation operation = written.after();
            boolean before = written.before().flatMap(SettlingRules::absent).isPresent();
            if (before || absent(operation).isEmpty()) {
                continue;
            }
            Instant asked =
                    operation.looking().last().map(seen -> seen.begunAt()).orElse(Instant.MIN);
            boolean behind = !(operation.cancelRequest() instanceof CancelRequest.Answered answered)
                    || !asked.isBefore(answered.answeredAt());
            Promise.S4.holds(behind, "%s was looked at before the cancel", operation);
        }
        commit.receipts().forEach(this::s4);
        s4();
    }

    /**
     * S4 of a receipt: what it lists as without effect has none, and everything of its scope that
     * is settled so was looked at after a quiet period.
     */
    private void s4(IssuedReceipt receipt) {
        if (!receipt.decision().equals("stopped_and_quiet")) {
            return;
        }
        for (JsonObject entry : world.body(receipt).array("in_flight").objects()) {
            OperationKey key =
                    OperationKey.of(entry.string("run_id"), entry.string("operation_id"));
            Promise.S4.holds(
                    !entry.string("settled_state").equals("cancelled_without_effect")
                            || rogue(world.ledger().operation(key))
                            || !happened(key),
                    "the receipt of %s says that %s has no effect, and it has",
                    receipt.barrier(),
                    key);
        }
        Trees.Stop stop = trees.stop(receipt.barrier());
        for (Operation operation : world.ledger().operations()) {
            if (trees.covers(stop, operation) && absent(operation).isPresent()) {
                Promise.S4.holds(
                        certain(operation),
                        "%s certifies, and %s was not looked at after the quiet period",
                        stop.id(),
                        operation);
            }
        }
    }

    /** Seen to be without effect when the quiet period was over since what had settled it. */
    private boolean certain(Operation operation) {
        Optional<Settlement.Settled> settled = absent(operation);
        if (settled.isEmpty()) {
            return false;
        }
        Instant end = operation
                .attempt()
                .flatMap(Attempt::result)
                .map(Attempt.Result::finishedAt)
                .filter(at -> at.isBefore(settled.get().at()))
                .orElse(operation.acceptedAt());
        if (operation.cancelRequest() instanceof CancelRequest.Answered answered
                && answered.answeredAt().isAfter(end)
                && !answered.answeredAt().isAfter(settled.get().at())) {
            end = answered.answeredAt();
        }
        Instant quiet = end.plus(world.serviceOf(operation.work().tool().value())
                .map(service -> service.profile().quietPeriod())
                .orElse(World.POLICY.quietPeriod()));
        return settled.get().confirmedAt().filter(at -> !at.isBefore(quiet)).isPresent();
    }

    /** S4 against the truth, whenever anything happened. */
    void s4() {
        for (Operation operation : world.ledger().operations()) {
            if (certain(operation) && !rogue(operation)) {
                Promise.S4.holds(
                        !happened(operation.key()), "%s has no effect, and it has", operation);
            }
            if (operation.attempts() == 0) {
                Promise.S4.holds(!happened(operation.key()), "%s never began", operation.key());
            }
        }
    }

    /**
     * S5: a proven result is never overwritten by a cancellation; if a late one contradicts a
     * receipt, that is superseded. Here: what succeeded stays so, a result stays what it was, what
     * is verified is true and stays, and no receipt stands over an operation that came out
     * otherwise since.
     */
    void s5(Commit commit) {
        for (Written<Operation> written : commit.operations()) {
            written.before().ifPresent(before -> s5(before, written.after()));
        }
    }

    private void s5(Operation before, Operation after) {
        Promise.S5.holds(
                before.execution() != ExecutionState.SUCCEEDED
                        || after.execution() == ExecutionState.SUCCEEDED,
                "%s succeeded and is %s",
                after.key(),
                after.execution());
        Optional<Attempt.Result> result = before.attempt().flatMap(Attempt::result);
        Promise.S5.holds(
                result.isEmpty()
                        || before.attempts() != after.attempts()
                        || after.attempt().flatMap(Attempt::result).equals(result),
                "the result of %s is another one",
                after.key());
        if (!(before.settlement() instanceof Settlement.Settled was)) {
            return;
        }
        boolean same =
                after.settlement() instanceof Settlement.Settled is && is.state() == was.state();
        Promise.S5.holds(
                same || was.state() != SettledState.COMPLETED_AND_VERIFIED,
                "%s was verified and is %s",
                after.key(),
                after.settlement());
        for (Trees.Stop stop : trees.stops()) {
            Promise.S5.holds(
                    same
                            || !stop.captured().contains(after.key())
                            || trees.now(stop).state() != BarrierState.CERTIFIED,
                    "the receipt of %s stands though %s came out otherwise",
                    stop.id(),
                    after.key());
        }
    }

    /** S5, as the worker sees it: a result that was taken is in the chain, whenever it came. */
    void s5(Transaction<?> transaction, Object answer) {
        if (transaction instanceof FinishOperation finish
                && answer instanceof FinishOperation.Recorded(Operation told, var how)) {
            Promise.S5.holds(
                    world.ledger().events(told.tree()).stream()
                            .anyMatch(event -> tells(event, finish)),
                    "the result of %s was taken and is not recorded",
                    told.key());
        }
    }

    private static boolean tells(Event event, FinishOperation finish) {
        return switch (event.draft().type()) {
            case OPERATION_FINISHED, LATE_RESULT, RETRY_SCHEDULED ->
                event.draft().operation().filter(finish.key()::equals).isPresent()
                        && event.draft().data().getOrDefault("attempt", 0).equals(finish.attempt());
            default -> false;
        };
    }

    /** S5 at the end: what is verified as completed really happened. */
    void s5AtTheEnd() {
        for (Operation operation : world.ledger().operations()) {
            boolean verified = operation.settlement() instanceof Settlement.Settled settled
                    && settled.state() == SettledState.COMPLETED_AND_VERIFIED;
            Promise.S5.holds(
                    !verified || happened(operation.key()),
                    "%s is verified and never happened",
                    operation);
        }
    }
}
