package dev.quietus.core.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.ledger.LedgerInvariants;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Thousands of schedules in which services, workers, people and nodes do what they like. A failure
 * names its seed; {@code -Dquietus.seed=N} runs that one alone with all checks after every step,
 * and {@code -Dquietus.seeds=N} runs more of them.
 */
class RandomStopTest {
    private static final int SCHEDULES = 1_000;
    private static final int CHECKED_AT_EVERY_STEP = 25;
    private static final int STEPS = 150;
    /** Every so manieth has a service that does not keep its quiet period; nothing is true then. */
    private static final int ROGUE = 5;

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(150);

    @Test
    void everyScheduleKeepsThePromisesAndEndsWithReceipts() {
        Optional<Long> seed = Optional.ofNullable(Long.getLong("quietus.seed"));
        if (seed.isPresent()) {
            run(seed.get(), true);
            return;
        }
        int schedules = Integer.getInteger("quietus.seeds", SCHEDULES);
        for (long each = 0; each < schedules; each++) {
            run(each, each % CHECKED_AT_EVERY_STEP == 0);
        }
    }

    private static void run(long seed, boolean checked) {
        boolean rogue = seed % ROGUE == 1;
        RandomSchedule schedule = new RandomSchedule(seed, rogue);
        try {
            for (int i = 0; i < STEPS; i++) {
                schedule.act();
                if (checked) {
                    LedgerInvariants.check(schedule.ledger);
                }
            }
            end(schedule, rogue);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "schedule failed, replay it with -Dquietus.seed=" + seed + ": " + e, e);
        }
    }

    /** Everything is stopped; it ends by itself (L1, L2), with the help of people, and truly. */
    private static void end(RandomSchedule schedule, boolean rogue) {
        LedgerInvariants.check(schedule.ledger);
        schedule.stopEverything();
        goOn(schedule, LONG_ENOUGH);
        for (Barrier barrier : schedule.ledger.barriers()) {
            assertThat(barrier.state())
                    .as("L2: %s", barrier)
                    .isIn(BarrierState.CERTIFIED, BarrierState.INCOMPLETE);
        }
        LedgerInvariants.check(schedule.ledger);
        theWorstHappens(schedule);
        schedule.heal();
        for (int i = 0; i < 4; i++) {
            schedule.settleByHand();
            schedule.stopEverything();
            goOn(schedule, LONG_ENOUGH);
        }
        LedgerInvariants.check(schedule.ledger);
        for (Barrier barrier : schedule.ledger.barriers()) {
            assertThat(barrier.state()).as("L1: %s", barrier).isEqualTo(BarrierState.CERTIFIED);
        }
        for (Operation operation : schedule.ledger.operations()) {
            hasEnded(operation);
            if (!rogue) {
                isTrue(schedule, operation);
            }
        }
    }

    /** Every worker that paused goes on, long after the receipts. */
    private static void theWorstHappens(RandomSchedule schedule) {
        schedule.workers.forEach(SimulatedWorker::send);
        goOn(schedule, LONG_ENOUGH);
        schedule.workers.forEach(SimulatedWorker::finish);
        goOn(schedule, LONG_ENOUGH);
    }

    private static void goOn(RandomSchedule schedule, Duration time) {
        Instant end = schedule.ledger.now().plus(time);
        while (schedule.ledger.now().isBefore(end)) {
            schedule.nodes.forEach(SimulatedNode::work);
            schedule.nodes.getFirst().keepHouseAndLook();
            schedule.ledger.advance(Duration.ofSeconds(4));
        }
    }

    private static void hasEnded(Operation operation) {
        assertThat(operation.execution())
                .as("S3: %s", operation)
                .isNotIn(
                        ExecutionState.AWAITING_APPROVAL,
                        ExecutionState.QUEUED,
                        ExecutionState.SCHEDULED,
                        ExecutionState.RUNNING);
    }

    private static void isTrue(RandomSchedule schedule, Operation operation) {
        boolean happened = schedule.happened(operation);
        if (operation.attempts() == 0) {
            assertThat(happened).as("never began: %s", operation).isFalse();
        }
        if (operation.settlement() instanceof Settlement.Settled settled) {
            switch (settled.state()) {
                case CANCELLED_WITHOUT_EFFECT, ENDED_NO_EFFECT_EXPECTED ->
                    assertThat(happened).as("S4: %s", operation).isFalse();
                case COMPLETED_AND_VERIFIED ->
                    assertThat(happened).as("S5: %s", operation).isTrue();
            }
        }
    }
}
