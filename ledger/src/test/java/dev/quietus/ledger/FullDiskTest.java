package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
final class FullDiskTest {
    @RegisterExtension
    final TestingLedger ledger = new TestingLedger(SqliteEngine.ENGINE);

    private void register(String id) {
        ledger.run(records -> {
            Run run = Samples.root(id);
            records.insert(run);
            records.append(
                    run.tree(),
                    EventDraft.of(EventType.RUN_REGISTERED, run.id())
                            .with("padding", "x".repeat(5_000)));
        });
    }

    private void limitPages(long most) {
        ((SqliteLedger) ledger.ledger())
                .onWriter(turn -> turn.pragma("PRAGMA max_page_count = " + most));
    }

    private List<String> fillUntilFull() {
        List<String> acknowledged = new ArrayList<>();
        limitPages(1);
        try {
            for (int i = 0; i < 1_000; i++) {
                register("run-" + i);
                acknowledged.add("run-" + i);
            }
        } catch (LedgerUnavailableException e) {
            assertThat(e.reason()).isEqualTo(Reason.FULL);
            assertThat(e.getMessage()).contains("disk is full");
        }
        assertThat(acknowledged).hasSizeLessThan(1_000);
        return acknowledged;
    }

    @Test
    void tellsTheCallerAndGoesOnAsSoonAsThereIsRoom() {
        List<String> acknowledged = fillUntilFull();
        assertThatThrownBy(() -> register("still-full"))
                .isInstanceOfSatisfying(
                        LedgerUnavailableException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.FULL));
        assertThat(ledger.find(records -> records.run(new RunId("still-full")))).isEmpty();
        limitPages(100_000);
        register("room-again");
        acknowledged.add("room-again");
        ledger.reopen();
        for (String id : acknowledged) {
            assertThat(ledger.find(records -> records.run(new RunId(id)))).isPresent();
        }
        assertThat(ledger.ledger().queries().totals().runs().values())
                .containsExactly((long) acknowledged.size());
    }

    @Test
    void tellsEveryCallerOfABatch() throws Exception {
        fillUntilFull();
        List<Future<?>> callers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                String id = "late-" + i;
                callers.add(threads.submit(() -> register(id)));
            }
            for (Future<?> caller : callers) {
                assertThatThrownBy(caller::get)
                        .hasCauseInstanceOf(LedgerUnavailableException.class);
            }
        }
        limitPages(100_000);
        register("room-again");
    }
}
