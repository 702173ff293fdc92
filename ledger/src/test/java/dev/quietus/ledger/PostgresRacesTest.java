package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.authority.LeaseAnswer;
import dev.quietus.core.authority.RegisterRun;
import dev.quietus.core.barrier.StopRun;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes on one database do at the same time what must follow one another. */
@Timeout(60)
final class PostgresRacesTest extends TwoNodes {
    private static final int ROUNDS = 12;

    @Test
    void nothingBeginsBehindAStop() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String run = "run-" + round;
            node(round).write(Deeds.register(run, Optional.empty()));
            AtomicBoolean stopped = new AtomicBoolean();
            AtomicInteger begunBefore = new AtomicInteger();
            Queue<String> begunAfterwards = new ConcurrentLinkedQueue<>();
            List<Callable<?>> works = new ArrayList<>();
            for (int caller = 0; caller < 6; caller++) {
                int number = caller;
                works.add(() -> {
                    for (int i = 0; i < 500; i++) {
                        boolean before = stopped.get();
                        String operation = "op-" + number + "-" + i;
                        boolean begun = node(number).write(Deeds.begin(run, operation))
                                instanceof BeginOperation.Begun;
                        if (begun) {
                            begunBefore.incrementAndGet();
                        }
                        if (begun && before) {
                            begunAfterwards.add(operation);
                        }
                        if (before && i % 5 == 4) {
                            return true;
                        }
                    }
                    return true;
                });
            }
            int stopper = round + 1;
            works.add(() -> {
                while (begunBefore.get() < 20) {
                    Thread.onSpinWait();
                }
                node(stopper).write(Deeds.stop(run));
                stopped.set(true);
                return true;
            });
            together(works);
            assertThat(begunAfterwards).isEmpty();
            long stop = place(run, EventType.STOP_REQUESTED);
            assertThat(chain(run))
                    .filteredOn(row -> row.event().draft().type() == EventType.OPERATION_BEGUN)
                    .isNotEmpty()
                    .allMatch(row -> row.event().seq() < stop);
        }
    }

    @Test
    void aChildIsSeenByTheStopOrRefused() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String run = "run-" + round;
            node(0).write(Deeds.register(run, Optional.empty()));
            Queue<String> registered = new ConcurrentLinkedQueue<>();
            List<Callable<?>> works = new ArrayList<>();
            for (int caller = 0; caller < 4; caller++) {
                int number = caller;
                works.add(() -> {
                    for (int i = 0; i < 10; i++) {
                        String child = run + "-child-" + number + "-" + i;
                        if (node(number).write(Deeds.register(child, Optional.of(run)))
                                instanceof RegisterRun.Registered) {
                            registered.add(child);
                        }
                    }
                    return true;
                });
            }
            works.add(() -> node(1).write(Deeds.stop(run)));
            together(works);
            long stop = place(run, EventType.STOP_REQUESTED);
            assertThat(chain(run))
                    .filteredOn(row -> row.event().draft().type() == EventType.RUN_REGISTERED)
                    .hasSize(registered.size() + 1)
                    .allMatch(row -> row.event().seq() < stop);
            for (String child : registered) {
                assertThat(node(0).write(Deeds.begin(child, "late-" + child)))
                        .isInstanceOf(BeginOperation.Denied.class);
            }
        }
    }

    @Test
    void aPromotionComesBeforeTheStopOrNotAtAll() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String run = "run-" + round;
            String child = "child-" + round;
            node(0).write(Deeds.register(run, Optional.empty()));
            node(0).write(Deeds.register(child, Optional.of(run)));
            Queue<LeaseAnswer> promoted = new ConcurrentLinkedQueue<>();
            together(List.of(
                    () -> promoted.add(node(0).write(Deeds.promote(child))),
                    () -> node(1).write(Deeds.stop(run))));
            long stop = place(run, EventType.STOP_REQUESTED);
            long promotion = place(run, EventType.RUN_PROMOTED);
            boolean independent = promoted.remove() instanceof LeaseAnswer.Done;
            assertThat(promotion > 0).isEqualTo(independent);
            assertThat(promotion).isLessThan(stop);
            assertThat(
                            node(0).write(Deeds.begin(child, "work-" + child))
                                    instanceof BeginOperation.Begun)
                    .isEqualTo(independent);
        }
    }

    @Test
    void stopsOfOneRunShareOneBarrier() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String run = "run-" + round;
            node(0).write(Deeds.register(run, Optional.empty()));
            Queue<StopRun.Stopping> answers = new ConcurrentLinkedQueue<>();
            together(IntStream.range(0, 6)
                    .<Callable<?>>mapToObj(i ->
                            () -> answers.add((StopRun.Stopping) node(i).write(Deeds.stop(run))))
                    .toList());
            assertThat(answers).filteredOn(StopRun.Stopping::opened).hasSize(1);
            assertThat(answers)
                    .extracting(answer -> answer.barrier().id())
                    .containsOnly(answers.peek().barrier().id());
        }
    }

    @Test
    void aRequestThatIsSentTwiceIsHandedOneOperation() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            for (int run = 0; run < 6; run++) {
                String name = "run-" + round + "-" + run;
                node(0).write(Deeds.register(name, Optional.empty()));
                node(0).write(Deeds.queue(name, "job-" + name));
            }
            String request = "request-" + round;
            Queue<ClaimWork.Answer> answers = new ConcurrentLinkedQueue<>();
            together(IntStream.range(0, 6)
                    .<Callable<?>>mapToObj(
                            i -> () -> answers.add(node(i).write(Deeds.claim("worker", request))))
                    .toList());
            assertThat(answers)
                    .hasSize(6)
                    .allMatch(ClaimWork.Handed.class::isInstance)
                    .extracting(
                            answer -> ((ClaimWork.Handed) answer).operation().key())
                    .containsOnly(
                            ((ClaimWork.Handed) answers.peek()).operation().key());
        }
    }

    @Test
    void oneRegistrationOfARunCounts() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String run = "run-" + round;
            Queue<RegisterRun.Answer> answers = new ConcurrentLinkedQueue<>();
            together(IntStream.range(0, 6)
                    .<Callable<?>>mapToObj(i ->
                            () -> answers.add(node(i).write(Deeds.register(run, Optional.empty()))))
                    .toList());
            assertThat(answers)
                    .allMatch(RegisterRun.Registered.class::isInstance)
                    .filteredOn(answer -> ((RegisterRun.Registered) answer).created())
                    .hasSize(1);
        }
    }

    @Test
    void aRootRunIsRegisteredBeforeTheFreezeOrRefused() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Queue<String> registered = new ConcurrentLinkedQueue<>();
        List<Callable<?>> works = new ArrayList<>();
        for (int caller = 0; caller < 4; caller++) {
            int number = caller;
            works.add(() -> {
                for (int i = 0; !over.get(); i++) {
                    String run = "run-" + number + "-" + i;
                    if (node(number).write(Deeds.register(run, Optional.empty()))
                            instanceof RegisterRun.Registered) {
                        registered.add(run);
                    }
                }
                return true;
            });
        }
        List<String> listed = new ArrayList<>();
        works.add(() -> {
            while (registered.size() < 20) {
                Thread.onSpinWait();
            }
            node(0).write(records -> {
                records.frozen(true);
                return true;
            });
            List<RunId> page = node(1).read(records ->
                    records.runsToStop(Optional.empty(), Optional.empty(), 100_000));
            page.forEach(run -> listed.add(run.value()));
            over.set(true);
            return true;
        });
        together(works);
        assertThat(listed).containsExactlyInAnyOrderElementsOf(registered);
    }
}
