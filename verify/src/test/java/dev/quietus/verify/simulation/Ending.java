package dev.quietus.verify.simulation;

import dev.quietus.client.json.JsonObject;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.receipt.IssuedReceipt;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How every schedule ends: the faults end and everything is stopped. First the providers stay as
 * they are (L2), then the worst that can still come does come, then they work again and people
 * settle what is theirs to settle (L1).
 */
final class Ending {
    /** The budget of a late result, the longest quiet period, a claim that runs out, and looks. */
    private static final Duration BOUND = Duration.ofSeconds(60)
            .plus(Duration.ofSeconds(15))
            .plus(Node.HOLD)
            .plus(RemoteProvider.TIME_OUT.multipliedBy(3))
            .plus(World.POLICY.longestLook());

    /** Time for whoever was slow to say all that it still has to say. */
    private static final Duration WHILE = Duration.ofSeconds(40);

    private static final Duration SHORT = Duration.ofMillis(250);
    private static final int MOST_STOPS = 5_000;

    private final World world;
    private final Actors actors;

    Ending(World world, Actors actors) {
        this.world = world;
        this.actors = actors;
    }

    void play(Optional<List<String>> story) {
        world.faults(false);
        world.rightClocks();
        actors.startNode();
        story.ifPresent(lines -> lines.add("everything is stopped; providers stay as they are"));
        actors.stopEverything();
        goOn(false, BOUND, Ending::answered);
        l2();
        story.ifPresent(lines -> lines.add("whoever was slow goes on"));
        goOn(true, WHILE, barrier -> false);
        while (!world.strays().isEmpty()) {
            actors.strayArrives();
        }
        story.ifPresent(lines -> lines.add("the providers work; people settle what they hold"));
        world.services().forEach(service -> service.health(Service.Health.WORKS));
        for (int i = 0; i < 4 && !allCertified(); i++) {
            actors.people().settleByHand();
            actors.stopEverything();
            goOn(true, BOUND, barrier -> barrier.state() == BarrierState.CERTIFIED);
        }
        l1();
        world.invariants().atTheEnd();
    }

    private boolean allCertified() {
        return world.ledger().barriers().stream()
                        .allMatch(barrier -> barrier.state() == BarrierState.CERTIFIED)
                && world.ledger().operations().stream()
                        .noneMatch(operation -> operation.execution() == ExecutionState.RUNNING);
    }

    private static boolean answered(Barrier barrier) {
        return barrier.state() == BarrierState.CERTIFIED
                || barrier.state() == BarrierState.INCOMPLETE;
    }

    private interface Goal {
        boolean reached(Barrier barrier);
    }

    /** Lets everybody go on until all barriers are where they shall be, or the time is over. */
    private void goOn(boolean workersToo, Duration longest, Goal goal) {
        Instant end = world.ledger().now().plus(longest);
        int stops = 0;
        while (world.ledger().now().isBefore(end)) {
            stops += everybodyWorks(workersToo);
            promise(world.ledger().barriers().stream().anyMatch(this::waits))
                    .holds(stops < MOST_STOPS, "the nodes never rest");
            if (world.ledger().barriers().stream().allMatch(goal::reached)) {
                return;
            }
            world.ledger().advanceTo(next());
            world.invariants().later();
        }
    }

    private int everybodyWorks(boolean workersToo) {
        int stops = 0;
        boolean moved = true;
        while (moved && stops < MOST_STOPS) {
            moved = false;
            for (Program process : List.copyOf(world.processes())) {
                boolean may = workersToo || !process.host().startsWith("host-of-");
                while (may && process.ready() && stops < MOST_STOPS) {
                    process.resume();
                    moved = true;
                    stops++;
                }
            }
        }
        world.processes().removeIf(process -> !process.alive());
        return stops;
    }

    /** When something is due next, but not at once: a rest is a rest. */
    private Instant next() {
        Instant now = world.ledger().now();
        Instant next = now.plus(World.POLICY.longestLook());
        for (Operation operation : world.ledger().operations()) {
            if (operation.unsettled()) {
                next = earlier(next, operation.looking().nextAt());
            }
            if (operation.execution() == ExecutionState.RUNNING) {
                next = earlier(next, operation.attempt().map(attempt -> attempt.silentAt()));
            }
        }
        next = earlier(next, world.ledger().read(records -> records.nextBarrierStep()));
        Instant soonest = now.plus(SHORT.multipliedBy(2));
        return next.isBefore(soonest) ? soonest : next;
    }

    private static Instant earlier(Instant one, Optional<Instant> other) {
        return other.filter(one::isAfter).orElse(one);
    }

    /** Tells whether there is something that it could give up. */
    private boolean waits(Barrier barrier) {
        return !answered(barrier)
                && world.ledger().held(barrier.id()).stream().anyMatch(Operation::unsettled);
    }

    private static Promise promise(boolean somethingToGiveUp) {
        return somethingToGiveUp ? Promise.L2 : Promise.L1;
    }

    /**
     * L2: with broken providers a barrier says within the settle budget that it is incomplete.
     * Here: after the faults of programs and network have ended, within the longest budget and
     * quiet period, and the receipt names who holds each unknown.
     */
    private void l2() {
        for (Barrier barrier : world.ledger().barriers()) {
            promise(waits(barrier)).holds(answered(barrier), "after %s: %s", BOUND, barrier);
            if (barrier.state() == BarrierState.INCOMPLETE) {
                IssuedReceipt newest = world.ledger().receipts(barrier.id()).getLast();
                List<JsonObject> held =
                        world.body(newest).array("reconciliation").objects();
                Promise.L2.holds(
                        !held.isEmpty()
                                && held.stream()
                                        .noneMatch(
                                                each -> each.string("held_by").isBlank()),
                        "%s is incomplete and names nobody",
                        barrier.id());
            }
        }
    }

    /**
     * L1: with healthy providers a barrier reaches its receipt within cancel budget and quiet
     * period. Here: once they work and people have settled what only people can.
     */
    private void l1() {
        for (Barrier barrier : world.ledger().barriers()) {
            Promise.L1.holds(
                    barrier.state() == BarrierState.CERTIFIED,
                    "%s with %s",
                    barrier,
                    world.ledger().held(barrier.id()).stream()
                            .filter(Operation::unsettled)
                            .toList());
        }
    }
}
