package dev.quietus.verify.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the code does, the model allows; {@code spec/README.md} says which action is which code. */
class ModelTraceTest {
    private static final int SCHEDULES = 1_500;

    private static List<List<Event>> chains(long seed, Mutant mutant) {
        List<List<Event>> chains = new ArrayList<>();
        Schedule.of(seed)
                .play(
                        mutant,
                        new Coverage(),
                        Optional.empty(),
                        world -> world.ledger()
                                .trees()
                                .forEach(tree ->
                                        chains.add(List.copyOf(world.ledger().events(tree)))));
        return chains;
    }

    @Test
    void theModelAcceptsWhatTheSimulationDoes() {
        for (long seed = 0; seed < SCHEDULES; seed++) {
            for (List<Event> chain : chains(seed, Mutant.NONE)) {
                assertThat(ModelTrace.refuses(chain)).as("seed %d", seed).isEmpty();
            }
        }
    }

    @Test
    void theModelRefusesABeginBehindAStopAndAReceiptBeforeQuiet() {
        int begins = 0;
        int receipts = 0;
        for (long seed = 0; seed < 200; seed++) {
            for (List<Event> chain : chains(seed, Mutant.NONE)) {
                begins += refused(chain, EventType.STOP_REQUESTED, EventType.OPERATION_BEGUN);
                receipts += refused(chain, EventType.STOP_REQUESTED, EventType.RECEIPT_ISSUED);
            }
        }
        assertThat(begins).isPositive();
        assertThat(receipts).isPositive();
    }

    /** Moves the last event of a type behind the first of another and asks the model. */
    private static int refused(List<Event> chain, EventType stop, EventType moved) {
        Optional<EventDraft> what = chain.stream()
                .map(Event::draft)
                .filter(draft -> draft.type() == moved)
                .reduce((one, next) -> next);
        List<Event> forged = new ArrayList<>();
        ChainHead head = ChainHead.EMPTY;
        for (Event event : chain) {
            Event next = Event.chained(event.tree(), head, event.at(), event.draft());
            forged.add(next);
            head = new ChainHead(next.seq(), next.hash());
            boolean here = event.draft().type() == stop
                    && what.filter(draft -> draft.run().equals(event.draft().run()))
                            .isPresent()
                    && "everything".equals(event.draft().data().get("selector"));
            if (here) {
                forged.add(Event.chained(event.tree(), head, event.at(), what.orElseThrow()));
                break;
            }
        }
        return ModelTrace.refuses(forged).isPresent() ? 1 : 0;
    }
}
