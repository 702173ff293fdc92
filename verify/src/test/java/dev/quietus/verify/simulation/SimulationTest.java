package dev.quietus.verify.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Schedule after schedule over the production core; see {@code docs/simulation.md}.
 *
 * <p>{@code -Dsimulation.schedules=N} plays so many, {@code -Dsimulation.from=SEED} begins at that
 * seed, {@code -Dsimulation.seed=SEED} plays that one alone and tells its story.
 */
@Order(2) // It takes long: the others fill up behind it.
class SimulationTest {
    private static final int SCHEDULES = 100_000;
    private static final int AT_ONCE = 64;
    private static final String COMMAND = "./quietus-test -pl verify -am -Dtest=SimulationTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false";

    @Test
    void everyScheduleKeepsEveryPromise() throws InterruptedException {
        Optional<Long> one = Optional.ofNullable(Long.getLong("simulation.seed"));
        if (one.isPresent()) {
            Schedule schedule = Schedule.of(one.get());
            schedule.story(Mutant.NONE).forEach(System.out::println);
            schedule.failure(Mutant.NONE).ifPresent(thrown -> report(schedule, thrown));
            return;
        }
        int schedules = Integer.getInteger("simulation.schedules", SCHEDULES);
        long from = Long.getLong("simulation.from", 0);
        long began = System.nanoTime();
        Coverage coverage = new Coverage();
        playAll(from, schedules, coverage);
        System.out.printf(
                "%d schedules from seed %d in %.1f s; what occurred in them:%n%s",
                schedules, from, (System.nanoTime() - began) / 1e9, coverage.table());
        if (schedules >= SCHEDULES) {
            assertThat(coverage.missing()).as("what never occurred").isEmpty();
        }
    }

    private static void playAll(long from, int schedules, Coverage sum)
            throws InterruptedException {
        AtomicLong next = new AtomicLong(from);
        int cores = Runtime.getRuntime().availableProcessors();
        Callable<Coverage> player = () -> play(next, from + schedules);
        try (ExecutorService threads = Executors.newFixedThreadPool(cores)) {
            List<Future<Coverage>> players = threads.invokeAll(
                    IntStream.range(0, cores).mapToObj(i -> player).toList());
            for (Future<Coverage> each : players) {
                sum.add(each.get());
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("a player fell over", e.getCause());
        }
    }

    private static Coverage play(AtomicLong next, long end) {
        Coverage coverage = new Coverage();
        for (long first = next.getAndAdd(AT_ONCE); first < end; first = next.getAndAdd(AT_ONCE)) {
            for (long seed = first; seed < Math.min(first + AT_ONCE, end); seed++) {
                Schedule schedule = Schedule.of(seed);
                try {
                    schedule.play(Mutant.NONE, coverage, Optional.empty());
                } catch (RuntimeException | AssertionError e) {
                    next.set(end);
                    report(schedule, e);
                }
            }
        }
        return coverage;
    }

    private static void report(Schedule failing, Throwable thrown) {
        Schedule shrunk = new Shrinker(Mutant.NONE).shrink(failing);
        throw new AssertionError(
                """
                schedule %d failed: %s
                replay it with: %s -Dsimulation.seed=%d
                shrunk to %d of its %d actions:
                %s
                """.formatted(
                                failing.seed(),
                                thrown.getMessage(),
                                COMMAND,
                                failing.seed(),
                                shrunk.actions().size(),
                                failing.actions().size(),
                                String.join(System.lineSeparator(), shrunk.story(Mutant.NONE))),
                thrown);
    }
}
