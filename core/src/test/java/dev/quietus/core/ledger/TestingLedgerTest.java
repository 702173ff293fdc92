package dev.quietus.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.Invariant;
import dev.quietus.core.Scene;
import dev.quietus.core.run.RunId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the other tests rely on. */
class TestingLedgerTest {
    private final Scene scene = new Scene();

    @Test
    void aTransactionThatThrowsLeavesNothing() {
        scene.run("r");
        assertThatThrownBy(() -> scene.ledger.write(records -> {
                    records.append(
                            scene.found("r").tree(),
                            EventDraft.of(EventType.RUN_COMPLETED, new RunId("r")));
                    throw new TestingLedger.Crash("half way");
                }))
                .isInstanceOf(TestingLedger.Crash.class);
        assertThat(scene.ledger.story(scene.found("r").tree()))
                .containsExactly(EventType.RUN_REGISTERED);
    }

    @Test
    void aCrashBeforeTheCommitLeavesNothingAndOneAfterItEverything() {
        scene.ledger.crashBefore(1);
        assertThatThrownBy(() -> scene.run("r")).isInstanceOf(TestingLedger.Crash.class);
        assertThat(scene.ledger.runs()).isEmpty();
        scene.ledger.crashAfter(1);
        assertThatThrownBy(() -> scene.run("r")).isInstanceOf(TestingLedger.Crash.class);
        assertThat(scene.ledger.runs()).hasSize(1);
    }

    @Test
    void aTransactionThatIsNoFunctionOfTheRecordIsFoundOut() {
        List<String> memory = new ArrayList<>();
        assertThatThrownBy(() -> scene.ledger.write(records -> {
                    memory.add("again");
                    return memory.size();
                }))
                .isInstanceOf(Invariant.Violated.class)
                .hasMessageStartingWith("run twice");
    }

    @Test
    void aReadWritesNothing() {
        assertThatThrownBy(() -> scene.ledger.read(records -> {
                    records.frozen(true);
                    return true;
                }))
                .isInstanceOf(Invariant.Violated.class);
    }

    @Test
    void theInvariantsSeeABeginAfterAStop() {
        scene.run("r");
        scene.queued("r/a");
        var operation = scene.operation("r/a");
        scene.stop("r");
        scene.ledger.write(records -> {
            records.append(
                    operation.tree(), EventDraft.of(EventType.OPERATION_BEGUN, operation.key()));
            return true;
        });
        assertThatThrownBy(() -> LedgerInvariants.check(scene.ledger))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("S1, S2");
    }
}
