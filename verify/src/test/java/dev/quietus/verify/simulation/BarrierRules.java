package dev.quietus.verify.simulation;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.ledger.Commit;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Written;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunState;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a stop comes to. */
final class BarrierRules {
    private final World world;
    private final Trees trees;
    private final Set<String> requested = new HashSet<>();
    private final Set<String> revoked = new HashSet<>();
    private final Set<String> asked = new HashSet<>();
    private final Map<BarrierId, Instant> moved = new HashMap<>();
    private final Map<BarrierId, Long> takenOut = new HashMap<>();
    private final Map<BarrierId, Long> lateAttempts = new HashMap<>();

    BarrierRules(World world, Trees trees) {
        this.world = world;
        this.trees = trees;
    }

    /**
     * S6: {@code stopped_and_quiet} implies nothing pending, nothing unknown, no active lease, and
     * the quiet period over since the last thing that moved. Here: counted anew over the rows and
     * the events, with the periods that the systems really have; and as long as a barrier is
     * certified, that is still so.
     */
    void s6(Commit commit) {
        for (Event event : commit.events()) {
            moves(event);
        }
        for (IssuedReceipt receipt : commit.receipts()) {
            Trees.Stop stop = trees.stop(receipt.barrier());
            if (receipt.decision().equals("stopped_and_quiet")) {
                Instant last = moved.getOrDefault(stop.id(), stop.asRequested().requestedAt());
                Promise.S6.holds(
                        !receipt.issuedAt().isBefore(last.plus(quietPeriod(stop))),
                        "%s moved at %s, needs %s, and is certified at %s",
                        stop.id(),
                        last,
                        quietPeriod(stop),
                        receipt.issuedAt());
            }
        }
        if (!commit.operations().isEmpty()
                || !commit.runs().isEmpty()
                || !commit.barriers().isEmpty()) {
            s6AtTheEnd();
        }
    }

    /** S6 over all certified barriers, as everything is now. */
    void s6AtTheEnd() {
        for (Trees.Stop stop : trees.stops()) {
            Barrier barrier = trees.now(stop);
            if (barrier.state() == BarrierState.CERTIFIED) {
                nothingIsLeft(stop);
                Promise.S6.holds(
                        barrier.lamps().effectsSettled().isPresent()
                                && barrier.lamps().queuedWorkCancelled().isPresent(),
                        "the lamps of %s are %s",
                        barrier.id(),
                        barrier.lamps());
            }
        }
    }

    private void nothingIsLeft(Trees.Stop stop) {
        for (Operation operation : world.ledger().operations()) {
            if (trees.covers(stop, operation)) {
                Promise.S6.holds(
                        !operation.execution().notStarted() && !operation.unsettled(),
                        "%s is certified, and %s",
                        stop.id(),
                        operation);
            }
        }
        for (Run run : world.ledger().runs()) {
            Promise.S6.holds(
                    !stop.everything()
                            || !stop.scope().contains(run.id())
                            || run.state() != RunState.RUNNING
                            || run.lease().revoked(),
                    "%s is certified, and the lease of %s lives",
                    stop.id(),
                    run.id());
        }
    }

    private void moves(Event event) {
        EventDraft draft = event.draft();
        Optional<OperationKey> key = draft.operation();
        switch (draft.type()) {
            case OPERATION_FINISHED, LATE_RESULT, OPERATION_SETTLED ->
                trees.stops().stream()
                        .filter(stop -> key.filter(stop.captured()::contains).isPresent())
                        .forEach(stop -> moved.put(stop.id(), event.at()));
            case LATE_ATTEMPT_DENIED -> draft.barrier().ifPresent(id -> moved.put(id, event.at()));
            default -> {}
        }
    }

    private Duration quietPeriod(Trees.Stop stop) {
        Duration longest = stop.asRequested().minimumQuiet().orElse(Duration.ZERO);
        boolean any = false;
        for (Operation operation : world.ledger().operations()) {
            boolean involved = stop.captured().contains(operation.key())
                    || operation.cancelledBy().filter(stop.id()::equals).isPresent();
            if (involved) {
                any = true;
                longest = longer(
                        longest,
                        world.serviceOf(operation.work().tool().value())
                                .map(service -> service.profile().quietPeriod())
                                .orElse(World.POLICY.quietPeriod()));
            }
        }
        return any ? longest : longer(longest, World.POLICY.quietPeriod());
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /**
     * S7: kill any process at any instant; another continues from the record, and every step can be
     * repeated without harm. Here: who works under a claim that is not the newest writes nothing; a
     * provider is asked to cancel once per claim unless it says that it may be asked again; and
     * what a barrier has counted is what its events say, however often a step was taken.
     */
    void s7(Commit commit, Optional<Fence> claim) {
        Promise.S7.holds(
                claim.filter(fence -> outdated(fence, commit)).isEmpty(),
                "%s was written under %s",
                World.nameOf(commit.transaction()),
                claim);
        for (Event event : commit.events()) {
            count(event);
        }
        for (Written<Barrier> written : commit.barriers()) {
            Barrier barrier = written.after();
            Promise.S7.holds(
                    barrier.tally().cancelledBeforeStart()
                            == takenOut.getOrDefault(barrier.id(), 0L),
                    "%s counted %s, its events say %d",
                    barrier.id(),
                    barrier.tally(),
                    takenOut.getOrDefault(barrier.id(), 0L));
            Promise.S7.holds(
                    barrier.tally().lateAttemptsDenied()
                            >= lateAttempts.getOrDefault(barrier.id(), 0L),
                    "%s lost a late attempt",
                    barrier.id());
        }
        commit.operations().forEach(this::askedOnce);
    }

    /** Tells whether somebody else has claimed the barrier since. */
    boolean outdated(Fence fence) {
        return world.ledger().barrier(fence.barrier()).claim().number() > fence.claim();
    }

    private boolean outdated(Fence fence, Commit commit) {
        return outdated(fence)
                || commit.barriers().stream()
                        .filter(written -> written.after().id().equals(fence.barrier()))
                        .flatMap(written -> written.before().stream())
                        .anyMatch(before -> before.claim().number() > fence.claim());
    }

    private void count(Event event) {
        EventDraft draft = event.draft();
        if (draft.type() == EventType.OPERATIONS_CANCELLED
                && draft.data().get("operations") instanceof List<?> ids) {
            draft.barrier().ifPresent(id -> takenOut.merge(id, (long) ids.size(), Long::sum));
        } else if (draft.type() == EventType.LATE_ATTEMPT_DENIED) {
            draft.barrier().ifPresent(id -> lateAttempts.merge(id, 1L, Long::sum));
        } else if (draft.type() == EventType.DESCENDANTS_REVOKED
                && draft.data().get("runs") instanceof List<?> ids) {
            ids.forEach(id -> Promise.S7.holds(
                    revoked.add(id.toString()), "the lease of %s was revoked twice", id));
        }
    }

    private void askedOnce(Written<Operation> written) {
        Operation operation = written.after();
        boolean fresh = written.before()
                .filter(before -> before.cancelRequest().equals(operation.cancelRequest()))
                .isEmpty();
        if (!fresh || !(operation.cancelRequest() instanceof CancelRequest.Requested request)) {
            return;
        }
        boolean idempotent = world.serviceOf(operation.work().tool().value())
                .filter(service -> service.profile().idempotentCancel())
                .isPresent();
        String once = operation.key() + " " + operation.attempts() + " " + request.asker() + " "
                + request.withJob();
        Promise.S7.holds(idempotent || asked.add(once), "%s was asked twice by one claim", once);
    }

    /**
     * S8: repeated and concurrent stops of one run share one barrier, one clean-up, one receipt.
     * Here: one {@code stop_requested} per run and selector; receipts are numbered without gaps,
     * and no second one is issued unless something moved in between.
     */
    void s8(Commit commit) {
        for (Event event : commit.events()) {
            if (event.draft().type() == EventType.STOP_REQUESTED) {
                String scope = event.draft().run() + " "
                        + event.draft().data().getOrDefault("selector", "");
                Promise.S8.holds(requested.add(scope), "%s has two barriers", scope);
            }
        }
        for (IssuedReceipt receipt : commit.receipts()) {
            List<IssuedReceipt> all = world.ledger().receipts(receipt.barrier());
            Promise.S8.holds(
                    receipt.revision() == all.size()
                            && world.ledger().barrier(receipt.barrier()).revision() == all.size(),
                    "%s has %d receipts and issues number %d",
                    receipt.barrier(),
                    all.size(),
                    receipt.revision());
            for (Written<Barrier> written : commit.barriers()) {
                boolean closed = written.before()
                        .filter(before -> before.state() == BarrierState.CERTIFIED
                                || before.state() == BarrierState.INCOMPLETE)
                        .isPresent();
                Promise.S8.holds(
                        !closed || !written.after().id().equals(receipt.barrier()),
                        "%s issues a second receipt though nothing moved",
                        receipt.barrier());
            }
        }
    }

    /** L2, as it goes: what a barrier waits for is looked at again, and has a budget. */
    void l2(Commit commit) {
        for (Written<Operation> written : commit.operations()) {
            Operation operation = written.after();
            boolean held = trees.stops().stream()
                    .anyMatch(stop -> stop.captured().contains(operation.key()));
            if (held && operation.settlement() instanceof Settlement.Open) {
                Promise.L2.holds(
                        operation.looking().nextAt().isPresent()
                                && operation.looking().deadline().isPresent(),
                        "nobody looks at %s any more",
                        operation);
            }
        }
        if (commit.receipts().stream()
                .anyMatch(each -> each.decision().equals("stop_incomplete"))) {
            for (Operation operation : world.ledger().operations()) {
                Promise.L2.holds(
                        !(operation.settlement() instanceof Settlement.Unknown unknown)
                                || !unknown.heldBy().isBlank(),
                        "nobody holds %s",
                        operation);
            }
        }
    }
}
