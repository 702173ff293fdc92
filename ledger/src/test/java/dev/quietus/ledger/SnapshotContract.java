package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.run.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
abstract class SnapshotContract {
    private static final EventDraft DRAFT =
            EventDraft.of(EventType.RUN_REGISTERED, new RunId("run"));

    @RegisterExtension
    final TestingLedger ledger;

    SnapshotContract(Engine engine) {
        ledger = new TestingLedger(engine);
    }

    @Test
    void showsNothingOfATransactionBeforeItsCommit() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> writer = threads.submit(() -> ledger.run(records -> {
                records.insert(Samples.root("root"));
                written.countDown();
                await(seen);
            }));
            await(written);
            assertThat(ledger.find(records -> records.run(new RunId("root")))).isEmpty();
            seen.countDown();
            writer.get();
        }
        assertThat(ledger.find(records -> records.run(new RunId("root")))).isPresent();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void showsOneMomentToAllReadsOfATransaction() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                readers.add(threads.submit(() -> {
                    int looks = 0;
                    while (!over.get()) {
                        requireOneMoment();
                        looks++;
                    }
                    return looks;
                }));
            }
            for (int i = 0; i < 300; i++) {
                ledger.run(records -> {
                    records.append(Samples.TREE, DRAFT);
                    records.append(Samples.TREE, DRAFT);
                });
            }
            over.set(true);
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        }
        assertThat(ledger.read(records -> records.head(Samples.TREE)).count()).isEqualTo(600);
    }

    private void requireOneMoment() {
        ledger.read(records -> {
            ChainHead first = records.head(Samples.TREE);
            assertThat(first.count() % 2).isZero();
            return true;
        });
        ledger.ledger().snapshot(turn -> {
            ChainHead before = new ChainRecords(turn).head(Samples.TREE);
            ChainHead after = new ChainRecords(turn).head(Samples.TREE);
            assertThat(after).isEqualTo(before);
            return true;
        });
    }

    @Test
    void neverGoesBackInTime() {
        ledger.clock.move(Duration.ofSeconds(10));
        ledger.run(records -> records.append(Samples.TREE, DRAFT));
        ledger.clock.move(Duration.ofMinutes(-1));
        assertThat(ledger.ledger().now()).isEqualTo(Samples.AT.plusSeconds(10));
        ledger.reopen();
        assertThat(ledger.ledger().now()).isEqualTo(Samples.AT.plusSeconds(10));
        ledger.run(records -> records.append(Samples.TREE, DRAFT));
        assertThat(ledger.ledger()
                        .queries()
                        .events(Samples.TREE, Optional.empty(), 1, 1)
                        .getFirst()
                        .event()
                        .at())
                .isEqualTo(Samples.AT.plusSeconds(10));
    }
}
