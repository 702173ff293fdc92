package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.barrier.ClaimBarrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.dispatch.ClaimWork;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes on one database share out what waits, and keep every chain whole. */
@Timeout(60)
final class PostgresLoadTest extends TwoNodes {
    @Test
    void everyBarrierIsClaimedOnce() throws Exception {
        int barriers = 30;
        for (int i = 0; i < barriers; i++) {
            node(i).write(Deeds.register("run-" + i, Optional.empty()));
            node(i).write(Deeds.stop("run-" + i));
        }
        Queue<Fence> claims = new ConcurrentLinkedQueue<>();
        together(IntStream.range(0, 8)
                .<Callable<?>>mapToObj(i -> () -> {
                    Optional<Fence> claim = node(i).write(new ClaimBarrier(Duration.ofMinutes(5)));
                    while (claim.isPresent()) {
                        claims.add(claim.get());
                        claim = node(i).write(new ClaimBarrier(Duration.ofMinutes(5)));
                    }
                    return true;
                })
                .toList());
        assertThat(claims).hasSize(barriers).allMatch(claim -> claim.claim() == 1);
        assertThat(claims).extracting(Fence::barrier).doesNotHaveDuplicates();
    }

    @Test
    void everyQueuedOperationIsHandedOutOnce() throws Exception {
        int trees = 4;
        int each = 40;
        for (int tree = 0; tree < trees; tree++) {
            node(tree).write(Deeds.register("run-" + tree, Optional.empty()));
            for (int i = 0; i < each; i++) {
                node(i).write(Deeds.queue("run-" + tree, "op-" + tree + "-" + i));
            }
        }
        Queue<String> handed = new ConcurrentLinkedQueue<>();
        together(IntStream.range(0, 8)
                .<Callable<?>>mapToObj(worker -> () -> {
                    for (int i = 0; handed.size() < trees * each; i++) {
                        if (node(worker).write(Deeds.claim("worker-" + worker, "r-" + i))
                                instanceof ClaimWork.Handed hand) {
                            handed.add(hand.operation().key().toString());
                        }
                    }
                    return true;
                })
                .toList());
        assertThat(handed).hasSize(trees * each).doesNotHaveDuplicates();
    }

    @Test
    void chainsStayWholeUnderLoadAndNobodyWaitsForEverybody() throws Exception {
        int trees = 12;
        for (int tree = 0; tree < trees; tree++) {
            node(tree).write(Deeds.register("run-" + tree, Optional.empty()));
        }
        int callers = 16;
        int each = 40;
        together(IntStream.range(0, callers)
                .<Callable<?>>mapToObj(caller -> () -> {
                    SplittableRandom random = new SplittableRandom(caller);
                    for (int i = 0; i < each; i++) {
                        String run = "run-" + random.nextInt(trees);
                        String operation = "op-" + caller + "-" + i;
                        node(caller).write(Deeds.begin(run, operation));
                        node(caller + i).write(Deeds.finish(run, operation));
                    }
                    return true;
                })
                .toList());
        long events = Stream.iterate(0, tree -> tree < trees, tree -> tree + 1)
                .mapToLong(tree -> chain("run-" + tree).size())
                .sum();
        assertThat(events).isEqualTo(trees + 3L * callers * each);
    }
}
