package dev.quietus.verify.simulation;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.ledger.Commit;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;
import dev.quietus.verify.simulation.Coverage.Happening;

import java.util.Optional;

/**
 * Everything that must hold, asked after every commit about what it wrote and what it may have
 * broken elsewhere. One function decides each promise; it is named after it.
 */
final class Invariants {
    private final World world;
    private final Trees trees;
    private final StartRules starts;
    private final RecordRules records;
    private final SettlingRules settling;
    private final BarrierRules barriers;

    Invariants(World world) {
        this.world = world;
        this.trees = new Trees(world);
        this.starts = new StartRules(world, trees);
        this.records = new RecordRules(world);
        this.settling = new SettlingRules(world, trees);
        this.barriers = new BarrierRules(world, trees);
    }

    void check(Commit commit) {
        Optional<Fence> claim = world.running().flatMap(Program::fence);
        if (!commit.changed()) {
            if (claim.filter(barriers::outdated).isPresent()) {
                world.coverage().add(Happening.WRITE_UNDER_OLD_CLAIM);
            }
            return;
        }
        barriers.s7(commit, claim);
        starts.s1s2(commit);
        trees.learn(commit);
        starts.s9(commit);
        starts.s10(commit);
        records.s3(commit);
        settling.s5(commit);
        settling.s4(commit);
        records.s11(commit);
        barriers.s8(commit);
        barriers.s6(commit);
        barriers.l2(commit);
    }

    /** What a caller was told must be in the record. */
    void answered(Transaction<?> transaction, Object answer) {
        starts.s12(answer);
        records.s3(answer);
        settling.s5(transaction, answer);
    }

    /** A request reaches the world outside. */
    void arrived(OperationKey key, int attempt) {
        starts.s12(key, attempt);
    }

    /** Time went on; what was true may be no longer. */
    void later() {
        settling.s4();
    }

    /** Everything is stopped, and everything that could end has ended. */
    void atTheEnd() {
        records.s3AtTheEnd();
        records.s11AtTheEnd();
        settling.s4();
        settling.s5AtTheEnd();
        barriers.s6AtTheEnd();
    }

    Trees trees() {
        return trees;
    }

    boolean covers(Barrier barrier, OperationKey key) {
        return trees.covers(trees.stop(barrier.id()), world.ledger().operation(key));
    }

    boolean above(RunId lower, RunId upper) {
        return trees.below(lower, upper);
    }
}
