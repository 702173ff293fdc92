package dev.quietus.verify.simulation;

import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.ledger.Commit;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Written;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.verify.simulation.Coverage.Happening;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What may start, and under whose authority. */
final class StartRules {
    private final World world;
    private final Trees trees;

    StartRules(World world, Trees trees) {
        this.world = world;
        this.trees = trees;
    }

    /**
     * S1: once the transaction that writes a barrier has committed, no operation of the run begins.
     * S2: the same for every run below it that was not promoted before. Here: no
     * {@code operation_begun} behind {@code stop_requested} in the order of commits, over the tree
     * as it was at the stop and as it grew since.
     */
    void s1s2(Commit commit) {
        for (Event event : commit.events()) {
            if (event.draft().type() != EventType.OPERATION_BEGUN) {
                continue;
            }
            Operation begun = world.ledger().operation(event.draft().operation().orElseThrow());
            for (Trees.Stop stop : trees.stops()) {
                boolean own = stop.asRequested().run().equals(begun.key().run());
                (own ? Promise.S1 : Promise.S2)
                        .holds(
                                !trees.covers(stop, begun),
                                "%s began after %s",
                                begun.key(),
                                stop.id());
            }
        }
    }

    /**
     * S9: a second begin of an operation that has an outcome returns that outcome and runs nothing;
     * one whose outcome is unknown is refused. Here: an operation that begins had not begun or was
     * to be tried again, and no other operation of its business, in its run or in those it resumes,
     * was carried out or may have been.
     */
    void s9(Commit commit) {
        for (Event event : commit.events()) {
            if (event.draft().type() == EventType.OPERATION_BEGUN) {
                OperationKey key = event.draft().operation().orElseThrow();
                commit.operations().stream()
                        .filter(written -> written.after().key().equals(key))
                        .flatMap(written -> written.before().stream())
                        .forEach(before -> Promise.S9.holds(
                                before.execution().notStarted(),
                                "%s began and was %s",
                                key,
                                before.execution()));
                world.ledger().operations().stream()
                        .filter(other -> sameBusiness(world.ledger().operation(key), other))
                        .forEach(other -> Promise.S9.holds(
                                neverCarriedOut(other), "%s began beside %s", key, other));
            }
        }
    }

    private boolean sameBusiness(Operation begun, Operation other) {
        return !other.key().equals(begun.key())
                && other.work().idempotencyKey().equals(begun.work().idempotencyKey())
                && resumed(begun.key().run()).contains(other.key().run());
    }

    private Set<RunId> resumed(RunId run) {
        Set<RunId> all = new HashSet<>();
        Optional<RunId> at = Optional.of(run);
        while (at.isPresent() && all.add(at.get())) {
            at = world.ledger().run(at.get()).resumes();
        }
        return all;
    }

    private static boolean neverCarriedOut(Operation other) {
        return other.execution() != ExecutionState.SUCCEEDED
                && other.effect() != EffectState.VERIFIED_PRESENT
                && other.execution() != ExecutionState.RUNNING
                && !other.unsettled();
    }

    /**
     * S10: authority only shrinks down the tree: fewer capabilities, no later expiry. Here: of
     * every run that is written, against its parent and its children as they are.
     */
    void s10(Commit commit) {
        for (Written<Run> written : commit.runs()) {
            Run run = written.after();
            run.parent().ifPresent(parent -> contained(run, world.ledger().run(parent)));
            for (Run child : world.ledger().runs()) {
                if (child.parent().filter(run.id()::equals).isPresent()) {
                    contained(child, run);
                }
            }
        }
    }

    private static void contained(Run run, Run parent) {
        Promise.S10.holds(
                parent.lease()
                                .capabilities()
                                .firstBeyond(run.lease().capabilities())
                                .isEmpty()
                        && !run.lease().validUntil().isAfter(parent.lease().validUntil()),
                "%s has %s below %s",
                run.id(),
                run.lease(),
                parent.lease());
    }

    /**
     * S12: if the record cannot be written, the work does not start. Here: who is told that
     * something began finds it in the record, begun by that attempt.
     */
    void s12(Object answer) {
        switch (answer) {
            case BeginOperation.Begun(Operation told, var run) -> recorded(told);
            case ClaimWork.Handed(Operation told, var run) -> {
                world.coverage().add(Happening.QUEUE_HANDED_OUT);
                recorded(told);
            }
            case BeginOperation.HasOutcome _ -> world.coverage().add(Happening.OUTCOME_RETURNED);
            default -> {}
        }
    }

    private void recorded(Operation told) {
        Operation found = world.ledger().operation(told.key());
        Promise.S12.holds(
                found.attempts() >= told.attempts(),
                "%s was told to begin, the record has %d attempts",
                told.key(),
                found.attempts());
    }

    /** S12, seen from outside: no request arrives of an attempt that is not in the record. */
    void s12(OperationKey key, int attempt) {
        Promise.S12.holds(
                world.ledger().operation(key).attempts() >= attempt,
                "attempt %d of %s reached the outside before the record",
                attempt,
                key);
    }
}
