package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Invariant;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import dev.quietus.ledger.OneBatch.About;
import dev.quietus.ledger.OneBatch.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What is left of commands of one commit of which one fails, and in which order rows are written.
 */
@Timeout(60)
abstract class TakenBackContract extends BatchContract {
    TakenBackContract(Engine engine) {
        super(engine);
    }

    @Test
    void aCommandThatThrowsTakesBackItsOwnPartOnly() throws Exception {
        registered();
        ledger.write(Deeds.begin("root", "early"));
        List<Outcome> outcomes = together(
                Deeds.begin("root", "one"),
                Deeds.finish("root", "early"),
                new About<>("root", records -> {
                    Deeds.begin("root", "bad").apply(records);
                    Deeds.finish("root", "one").apply(records);
                    Deeds.stop("root").apply(records);
                    throw new IllegalArgumentException("bad");
                }),
                Deeds.begin("root", "two"));
        answer(outcomes.get(0), BeginOperation.Begun.class);
        answer(outcomes.get(1), FinishOperation.Recorded.class);
        assertThat(outcomes.get(2))
                .isInstanceOfSatisfying(
                        Outcome.Threw.class,
                        threw -> assertThat(threw.why())
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessage("bad"));
        answer(outcomes.get(3), BeginOperation.Begun.class);
        assertThat(operation("root", "one").execution()).isEqualTo(ExecutionState.RUNNING);
        assertThat(ledger.find(records ->
                        records.operation(new TreeId("root"), OperationKey.of("root", "bad"))))
                .isEmpty();
    }

    @Test
    void aCommandWhoseRowsAreRefusedTakesBackItsOwnPartOnly() throws Exception {
        registered();
        ledger.write(Deeds.begin("root", "early"));
        Run absent = Samples.root("absent");
        AtomicInteger runs = new AtomicInteger();
        List<Outcome> outcomes = together(
                new About<>("root", records -> {
                    runs.incrementAndGet();
                    return Deeds.begin("root", "one").apply(records);
                }),
                new About<>("root", records -> {
                    records.insert(Samples.queued(absent, "of-no-run"));
                    return true;
                }),
                Deeds.finish("root", "early"),
                Deeds.begin("root", "two"),
                Deeds.begin("root", "three"));
        assertThat(outcomes.get(1))
                .isInstanceOfSatisfying(
                        Outcome.Threw.class,
                        threw -> assertThat(threw.why()).isInstanceOf(Invariant.Violated.class));
        answer(outcomes.get(0), BeginOperation.Begun.class);
        answer(outcomes.get(2), FinishOperation.Recorded.class);
        answer(outcomes.get(3), BeginOperation.Begun.class);
        answer(outcomes.get(4), BeginOperation.Begun.class);
        assertThat(runs).as("how often a good command runs").hasValueLessThanOrEqualTo(3);
    }

    @Test
    void whoeverPassesOverARefusalFailsAlone() throws Exception {
        registered();
        Run absent = Samples.root("absent");
        List<Outcome> outcomes = together(
                Deeds.begin("root", "one"),
                new About<>("root", records -> {
                    records.insert(Samples.queued(absent, "of-no-run"));
                    try {
                        return records.barrier(new BarrierId("none")).isPresent();
                    } catch (Invariant.Violated passedOver) {
                        return true;
                    }
                }),
                Deeds.begin("root", "two"));
        assertThat(outcomes.get(1))
                .isInstanceOfSatisfying(
                        Outcome.Threw.class,
                        threw -> assertThat(threw.why())
                                .isInstanceOf(LedgerUnavailableException.class));
        answer(outcomes.get(0), BeginOperation.Begun.class);
        answer(outcomes.get(2), BeginOperation.Begun.class);
    }

    @Test
    void anUpdateOfWhatIsNotThereFailsAlone() throws Exception {
        registered();
        List<Outcome> outcomes = together(
                Deeds.begin("root", "one"),
                new About<>("root", records -> {
                    records.update(Samples.queued(Samples.root("root"), "absent"));
                    return true;
                }),
                Deeds.begin("root", "two"));
        assertThat(outcomes.get(1))
                .isInstanceOfSatisfying(
                        Outcome.Threw.class,
                        threw -> assertThat(threw.why())
                                .isInstanceOf(Invariant.Violated.class)
                                .hasMessageContaining("absent"));
        answer(outcomes.get(0), BeginOperation.Begun.class);
        answer(outcomes.get(2), BeginOperation.Begun.class);
    }

    @Test
    void manyRowsOfOneTransactionAreWrittenInTheirOrder() {
        registered();
        Run root = Samples.root("many");
        ledger.run(records -> {
            records.insert(root);
            for (int i = 0; i < 1_500; i++) {
                records.insert(Samples.queued(root, "op-" + i));
                records.append(
                        root.tree(),
                        EventDraft.of(
                                EventType.OPERATION_ACCEPTED, OperationKey.of("many", "op-" + i)));
            }
        });
        assertThat(ledger.<Long>read(records -> records.unfinished(new RunId("many"))))
                .isEqualTo(1_500);
    }

    @Test
    void theLastOfSeveralChangesCounts() throws Exception {
        registered();
        ledger.write(Deeds.begin("root", "one"));
        Operation one = operation("root", "one");
        together(Deeds.begin("root", "two"), new About<>("root", records -> {
            Operation first =
                    one.change().effectId(Optional.of("1")).approvedBy("a").done();
            Operation second = first.change().effectId(Optional.of("2")).done();
            records.update(first);
            records.update(second);
            records.update(
                    second.change().effectId(Optional.of("3")).approvedBy("c").done());
            return true;
        }));
        assertThat(operation("root", "one").effectId()).contains("3");
        assertThat(operation("root", "one").approvedBy()).contains("c");
    }

    @Test
    void whatIsNewCanBeChangedAtOnceAndReferredTo() throws Exception {
        registered();
        Run root = Samples.root("root");
        Run kid = Samples.child("root", "kid", "root");
        Operation first = Samples.queued(root, "first");
        together(Deeds.begin("root", "one"), new About<>("root", records -> {
            records.insert(first);
            records.insert(kid);
            records.insert(Samples.queued(kid, "second"));
            records.update(Samples.begun(first));
            return true;
        }));
        assertThat(operation("root", "first").attempts()).isOne();
        assertThat(operation("kid", "second").execution()).isEqualTo(ExecutionState.QUEUED);
    }
}
