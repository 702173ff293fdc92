package dev.quietus.verify.simulation;

import dev.quietus.core.authority.ExpireRuns;
import dev.quietus.core.barrier.BarrierEngine;
import dev.quietus.core.barrier.ClaimBarrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.dispatch.ReapSilentWorkers;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.Settler;
import dev.quietus.verify.simulation.Coverage.Happening;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * One server: a program that carries barriers on and one that keeps house, as the product's own
 * loops do, over the production engine and settler. Knows nothing that it has not read.
 */
final class Node {
    static final Duration HOLD = Duration.ofSeconds(10);
    private static final Duration REST = Duration.ofMillis(500);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final int BUSY = 600;
    private static final int BATCH = 100;

    private final World world;
    private final String host;
    private final Ledger ledger;
    private final BarrierEngine engine;
    private final Settler settler;
    private final Program barriers;
    private final Program house;

    private Node(World world, String host) {
        this.world = world;
        this.host = host;
        this.ledger = world.sharedLedger();
        ProviderDirectory providers = world.providers();
        RandomGenerator chance = () -> world.dice().nextLong();
        this.engine = new BarrierEngine(
                ledger,
                providers,
                world.mutant().policy(World.POLICY),
                barrier -> {},
                calls -> world.running().orElseThrow().all(calls),
                world.signer(),
                chance);
        this.settler = new Settler(ledger, providers, World.POLICY, chance);
        this.barriers = program("", self -> forEver(self, this::workOnBarriers));
        this.house = program("-house", self -> forEver(self, this::keepHouse));
    }

    /** Starts its programs. */
    static Node start(World world, String host) {
        return new Node(world, host);
    }

    private Program program(String suffix, Consumer<Program> body) {
        Program process = new Program(world, host + suffix, host, body);
        world.add(process);
        return process;
    }

    String host() {
        return host;
    }

    /** All its programs end where they stand. */
    void crash() {
        world.coverage().crashed(world, barriers);
        world.coverage().crashed(world, house);
        world.processes().stream()
                .filter(process -> process.host().equals(host))
                .forEach(Program::kill);
    }

    private void forEver(Program self, Consumer<Program> round) {
        while (true) {
            try {
                round.accept(self);
            } catch (LedgerUnavailableException e) {
                self.under(Optional.empty());
                self.rest(AFTER_FAILURE);
            }
        }
    }

    private void workOnBarriers(Program self) {
        boolean due = ledger.read(records -> records.barrierDue()).isPresent();
        Optional<Fence> claimed = due ? ledger.write(new ClaimBarrier(HOLD)) : Optional.empty();
        if (claimed.isPresent()) {
            self.under(claimed);
            drive(claimed.get());
            self.under(Optional.empty());
        } else {
            self.rest(REST);
        }
    }

    private void drive(Fence fence) {
        Instant renewAt = ledger.now().plus(HOLD.dividedBy(2));
        Instant busySince = ledger.now();
        int steps = 0;
        while (true) {
            Instant steppedAt = ledger.now();
            if (!steppedAt.isBefore(renewAt)) {
                if (!ledger.write(new ClaimBarrier.Renew(fence, HOLD))) {
                    return;
                }
                renewAt = steppedAt.plus(HOLD.dividedBy(2));
            }
            switch (engine.step(fence)) {
                case BarrierEngine.Now() -> {
                    steps = busySince.equals(ledger.now()) ? steps + 1 : 0;
                    busySince = ledger.now();
                    Promise.L1.holds(steps < BUSY, "%s never rests", fence.barrier());
                }
                case BarrierEngine.At(Instant at) -> {
                    ledger.write(new ClaimBarrier.Release(fence, at));
                    return;
                }
                case BarrierEngine.Certified() -> {
                    ledger.write(new ClaimBarrier.Release(fence, steppedAt));
                    return;
                }
                case BarrierEngine.Lost() -> {
                    world.coverage().add(Happening.CLAIM_LOST);
                    return;
                }
            }
        }
    }

    private void keepHouse(Program self) {
        if (!ledger.read(records -> records.silent(1)).isEmpty()) {
            ledger.write(new ReapSilentWorkers(BATCH));
        }
        if (!ledger.read(records -> records.runsToExpire(1)).isEmpty()) {
            ledger.write(new ExpireRuns(BATCH));
        }
        List<Operation> due = ledger.read(records -> records.looksDue(BATCH));
        if (!due.isEmpty()) {
            self.all(due.stream()
                    .<Runnable>map(operation -> () -> settler.settleOutsideStop(operation))
                    .toList());
        }
        self.rest(REST);
    }
}
