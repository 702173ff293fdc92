package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.TreeId;
import dev.quietus.ledger.OneBatch.Outcome;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A ledger, and commands that are carried out in one commit of it. */
abstract class BatchContract {
    @RegisterExtension
    final TestingLedger ledger;

    BatchContract(Engine engine) {
        ledger = new TestingLedger(engine);
    }

    final void registered() {
        ledger.write(Deeds.register("root", Optional.empty()));
        ledger.write(Deeds.register("child", Optional.of("root")));
    }

    final List<Outcome> together(Transaction<?>... all) throws InterruptedException {
        return OneBatch.of(ledger.ledger(), List.of(all));
    }

    static <T> T answer(Outcome outcome, Class<T> type) {
        assertThat(outcome).isInstanceOf(Outcome.Answered.class);
        return assertThat(((Outcome.Answered) outcome).answer())
                .asInstanceOf(InstanceOfAssertFactories.type(type))
                .actual();
    }

    final Operation operation(String run, String id) {
        return ledger.find(
                        records -> records.operation(new TreeId("root"), OperationKey.of(run, id)))
                .orElseThrow();
    }
}
