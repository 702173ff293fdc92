package dev.quietus.core;

import dev.quietus.core.authority.ExpireRuns;
import dev.quietus.core.barrier.BarrierEngine;
import dev.quietus.core.barrier.BarrierEngine.Next;
import dev.quietus.core.barrier.ClaimBarrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.dispatch.ReapSilentWorkers;
import dev.quietus.core.ledger.TestingLedger;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.settlement.Settler;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One node as production drives barriers: claim, step until there is nothing to do, give the claim
 * back until then. It fails when a barrier keeps it busy without time passing.
 */
public final class TestingNode {
    /** How long a claim lasts. */
    public static final Duration HOLD = Duration.ofSeconds(30);

    private static final int BUSY = 400;
    private static final Duration TICK = Duration.ofMillis(1);

    private final TestingLedger ledger;
    private final BarrierEngine engine;
    private final Settler settler;

    TestingNode(TestingLedger ledger, BarrierEngine engine, Settler settler) {
        this.ledger = ledger;
        this.engine = engine;
        this.settler = settler;
    }

    /** Claims a barrier that is due. */
    public Optional<Fence> claim() {
        return ledger.write(new ClaimBarrier(HOLD));
    }

    /** Takes one step of whichever barrier is due, under a claim of its own. */
    public Optional<Next> step() {
        return claim().map(fence -> {
            Instant steppedAt = ledger.now();
            Next next = engine.step(fence);
            release(fence, steppedAt, next);
            return next;
        });
    }

    private void release(Fence fence, Instant steppedAt, Next next) {
        switch (next) {
            case BarrierEngine.Now() -> ledger.write(new ClaimBarrier.Release(fence, steppedAt));
            case BarrierEngine.At(Instant at) -> ledger.write(new ClaimBarrier.Release(fence, at));
            case BarrierEngine.Certified() ->
                ledger.write(new ClaimBarrier.Release(fence, steppedAt));
            case BarrierEngine.Lost() -> {}
        }
    }

    /** Drives one claimed barrier until it rests. */
    public void drive(Fence fence) {
        for (int i = 0; i < BUSY; i++) {
            Instant steppedAt = ledger.now();
            Next next = engine.step(fence);
            if (!(next instanceof BarrierEngine.Now)) {
                release(fence, steppedAt, next);
                return;
            }
        }
        throw new AssertionError(
                fence.barrier() + " never rests: " + ledger.barrier(fence.barrier()));
    }

    /** Drives everything that is due; the clock ticks a millisecond with every claim. */
    public void work() {
        for (int i = 0; i < BUSY; i++) {
            ledger.advance(TICK);
            Optional<Fence> claimed = claim();
            if (claimed.isEmpty()) {
                return;
            }
            drive(claimed.get());
        }
        throw new AssertionError("the barriers never rest: " + ledger.barriers());
    }

    /** Looks after what no stop has touched, as the housekeeping does. */
    public void keepHouse() {
        ledger.write(new ReapSilentWorkers(100));
        ledger.write(new ExpireRuns(100));
        for (Operation operation : ledger.read(records -> records.looksDue(64))) {
            settler.settleOutsideStop(operation);
        }
    }

    /** Works, and moves the clock to whatever is due next, for so long. */
    public void workFor(Duration time) {
        Instant end = ledger.now().plus(time);
        while (true) {
            work();
            Optional<Instant> next = ledger.read(records -> records.nextBarrierStep());
            if (next.isEmpty() || next.get().isAfter(end)) {
                ledger.advanceTo(end);
                return;
            }
            ledger.advanceTo(next.get());
        }
    }
}
