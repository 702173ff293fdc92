package dev.quietus.core.random;

import dev.quietus.core.authority.ExpireRuns;
import dev.quietus.core.barrier.BarrierEngine;
import dev.quietus.core.barrier.BarrierEngine.Next;
import dev.quietus.core.barrier.ClaimBarrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.dispatch.ReapSilentWorkers;
import dev.quietus.core.ledger.TestingLedger;
import dev.quietus.core.ledger.TestingLedger.Crash;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.settlement.Settler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A node that takes one step at a time, so that others act between two; it forgets all in a crash.
 */
final class SimulatedNode {
    private static final Duration HOLD = Duration.ofSeconds(5);
    private static final int BUSY = 400;

    private final TestingLedger ledger;
    private final BarrierEngine engine;
    private final Settler settler;
    private Optional<Fence> claim = Optional.empty();
    private final List<Operation> looks = new ArrayList<>();
    private int stepsWithoutRest;
    private Instant busySince;

    SimulatedNode(TestingLedger ledger, BarrierEngine engine, Settler settler) {
        this.ledger = ledger;
        this.engine = engine;
        this.settler = settler;
        this.busySince = ledger.now();
    }

    /** Claims what is due, or takes the next step of what it has. */
    void step() {
        try {
            if (claim.isPresent()) {
                step(claim.get());
            } else if (ledger.read(records -> records.barrierDue()).isPresent()) {
                claim = ledger.write(new ClaimBarrier(HOLD));
            }
        } catch (Crash crash) {
            claim = Optional.empty();
        }
    }

    private void step(Fence fence) {
        Instant steppedAt = ledger.now();
        Next next = engine.step(fence);
        switch (next) {
            case BarrierEngine.Now() -> rests(false, fence);
            case BarrierEngine.At(Instant at) -> {
                rests(true, fence);
                claim = Optional.empty();
                ledger.write(new ClaimBarrier.Release(fence, at));
            }
            case BarrierEngine.Certified() -> {
                rests(true, fence);
                claim = Optional.empty();
                ledger.write(new ClaimBarrier.Release(fence, steppedAt));
            }
            case BarrierEngine.Lost() -> {
                rests(true, fence);
                claim = Optional.empty();
            }
        }
    }

    private void rests(boolean rests, Fence fence) {
        if (rests || !busySince.equals(ledger.now())) {
            busySince = ledger.now();
            stepsWithoutRest = 0;
        }
        if (++stepsWithoutRest > BUSY) {
            throw new AssertionError(
                    fence.barrier() + " never rests: " + ledger.barrier(fence.barrier()));
        }
    }

    /** Goes on until nothing is due. */
    void work() {
        for (int i = 0; i < BUSY; i++) {
            step();
            if (claim.isEmpty()) {
                ledger.advance(Duration.ofMillis(1));
                if (ledger.read(records -> records.barrierDue()).isEmpty()) {
                    return;
                }
            }
        }
        throw new AssertionError("the barriers never rest: " + ledger.barriers());
    }

    /** Looks at one operation that was due when the house was kept, whatever happened since. */
    void lookOnce() {
        if (!looks.isEmpty()) {
            settler.settleOutsideStop(looks.removeFirst());
        }
    }

    /** Looks after what no stop has touched; the looks themselves come later, one at a time. */
    void keepHouse() {
        if (!ledger.read(records -> records.silent(1)).isEmpty()) {
            ledger.write(new ReapSilentWorkers(100));
        }
        if (!ledger.read(records -> records.runsToExpire(1)).isEmpty()) {
            ledger.write(new ExpireRuns(100));
        }
        looks.clear();
        looks.addAll(ledger.read(records -> records.looksDue(64)));
    }

    /** All of that at once. */
    void keepHouseAndLook() {
        keepHouse();
        while (!looks.isEmpty()) {
            lookOnce();
        }
    }
}
