package dev.quietus.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.TreeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What must hold over a whole ledger at any moment (DESIGN.md section 3); checked after every test
 * that used one, and after every step of a random one.
 */
public final class LedgerInvariants {
    private final TestingLedger ledger;
    private final Map<TreeId, List<Event>> events = new HashMap<>();

    private LedgerInvariants(TestingLedger ledger) {
        this.ledger = ledger;
        ledger.trees().forEach(tree -> events.put(tree, ledger.events(tree)));
    }

    /** Checks all of them. */
    public static void check(TestingLedger ledger) {
        LedgerInvariants all = new LedgerInvariants(ledger);
        all.everyChainVerifies();
        all.childrenHaveLessThanTheirParents();
        all.everyBarrierIsTheOnlyOneOfItsScope();
        all.nothingOfAScopeBeginsAfterItsStop();
        all.everyBarrierCountedWhatItsEventsSay();
        all.everyReceiptHasItsEventAndItsTurn();
        all.aCertifiedBarrierHasNothingLeft();
        OperationRules operations = new OperationRules(ledger);
        ledger.operations().forEach(operations::check);
    }

    /** S11. */
    private void everyChainVerifies() {
        events.forEach((tree, chain) -> {
            ChainHead head = ChainHead.EMPTY;
            for (Event event : chain) {
                assertThat(event).isEqualTo(Event.chained(tree, head, event.at(), event.draft()));
                head = new ChainHead(event.seq(), event.hash());
            }
        });
    }

    /** S10. */
    private void childrenHaveLessThanTheirParents() {
        for (Run run : ledger.runs()) {
            run.parent().map(ledger::run).ifPresent(parent -> {
                assertThat(parent.lease().capabilities().firstBeyond(run.lease().capabilities()))
                        .as("S10 capabilities of %s", run.id())
                        .isEmpty();
                assertThat(run.lease().validUntil())
                        .as("S10 end of %s", run.id())
                        .isBeforeOrEqualTo(parent.lease().validUntil());
            });
        }
    }

    /** S8. */
    private void everyBarrierIsTheOnlyOneOfItsScope() {
        assertThat(ledger.barriers().stream()
                        .map(barrier -> barrier.run() + " " + barrier.selector().word()))
                .as("S8")
                .doesNotHaveDuplicates();
    }

    /** S1, S2: by the order of events alone, over the tree as it was at the stop. */
    private void nothingOfAScopeBeginsAfterItsStop() {
        events.values().forEach(chain -> {
            Map<String, String> parents = new HashMap<>();
            Map<Barrier, Set<String>> scopes = new HashMap<>();
            for (Event event : chain) {
                String run = event.draft().run().value();
                switch (event.draft().type()) {
                    case RUN_REGISTERED ->
                        parents.put(
                                run,
                                event.draft()
                                        .data()
                                        .getOrDefault("parent_run_id", "")
                                        .toString());
                    case RUN_PROMOTED -> parents.put(run, "");
                    case STOP_REQUESTED ->
                        scopes.put(
                                ledger.barrier(event.draft().barrier().orElseThrow()),
                                below(parents, run));
                    case OPERATION_BEGUN ->
                        scopes.forEach((barrier, runs) -> assertThat(runs.contains(run)
                                        && barrier.covers(ledger.operation(
                                                event.draft().operation().orElseThrow())))
                                .as("S1, S2: %s after %s", event.draft(), barrier.id())
                                .isFalse());
                    default -> {}
                }
            }
        });
    }

    private static Set<String> below(Map<String, String> parents, String top) {
        Set<String> below = new HashSet<>(Set.of(top));
        while (below.addAll(parents.keySet().stream()
                .filter(run -> below.contains(parents.get(run)))
                .toList())) {
            // Until a round adds nothing.
        }
        return below;
    }

    private Stream<EventDraft> drafts(Barrier barrier, EventType type) {
        return events.getOrDefault(barrier.tree(), List.of()).stream()
                .map(Event::draft)
                .filter(draft -> draft.type() == type)
                .filter(draft -> draft.barrier().filter(barrier.id()::equals).isPresent());
    }

    private static int listed(EventDraft draft, String name) {
        return draft.data().get(name) instanceof List<?> list ? list.size() : 0;
    }

    private void everyBarrierCountedWhatItsEventsSay() {
        for (Barrier barrier : ledger.barriers()) {
            assertThat(barrier.tally().cancelledBeforeStart())
                    .as("what %s took out", barrier.id())
                    .isEqualTo(drafts(barrier, EventType.OPERATIONS_CANCELLED)
                            .mapToLong(draft -> listed(draft, "operations"))
                            .sum());
            assertThat(barrier.tally().descendantLeasesRevoked())
                    .as("leases of %s", barrier.id())
                    .isEqualTo(drafts(barrier, EventType.DESCENDANTS_REVOKED)
                            .mapToLong(draft -> listed(draft, "runs"))
                            .sum());
        }
        List<Object> taken = new ArrayList<>();
        events.values().stream()
                .flatMap(List::stream)
                .map(Event::draft)
                .filter(draft -> draft.type() == EventType.OPERATIONS_CANCELLED)
                .forEach(draft -> {
                    if (draft.data().get("operations") instanceof List<?> list) {
                        list.forEach(id -> taken.add(
                                id.toString().contains("/") ? id : draft.run() + "/" + id));
                    }
                });
        assertThat(taken).as("S3: taken out once").doesNotHaveDuplicates();
    }

    private void everyReceiptHasItsEventAndItsTurn() {
        for (Barrier barrier : ledger.barriers()) {
            List<IssuedReceipt> receipts = ledger.receipts(barrier.id());
            List<Integer> turns = new ArrayList<>();
            for (int i = 1; i <= barrier.revision(); i++) {
                turns.add(i);
            }
            assertThat(receipts.stream().map(IssuedReceipt::revision)).isEqualTo(turns);
            assertThat(drafts(barrier, EventType.RECEIPT_ISSUED)
                            .map(draft -> draft.data().get("decision")))
                    .isEqualTo(receipts.stream()
                            .<Object>map(IssuedReceipt::decision)
                            .toList());
            if (barrier.state() == BarrierState.INCOMPLETE) {
                assertThat(receipts.getLast().decision()).isEqualTo("stop_incomplete");
            }
        }
    }

    /** S6; also long after the receipt: what contradicts it reopens the barrier. */
    private void aCertifiedBarrierHasNothingLeft() {
        for (Barrier barrier : ledger.barriers()) {
            if (barrier.state() != BarrierState.CERTIFIED) {
                continue;
            }
            ScopeCounts counts = ledger.read(records -> records.counts(barrier));
            Outcomes outcomes = ledger.read(records -> records.outcomes(barrier.id()));
            assertThat(counts.complete()).as("S6 %s: %s", barrier.id(), counts).isTrue();
            assertThat(outcomes.unknown() + outcomes.pending())
                    .as("S6 %s: %s", barrier.id(), outcomes)
                    .isZero();
            assertThat(ledger.receipts(barrier.id()).getLast().decision())
                    .isEqualTo("stopped_and_quiet");
            assertThat(barrier.lamps().effectsSettled()).isPresent();
            assertThat(barrier.lamps().queuedWorkCancelled()).isPresent();
            assertThat(barrier.lamps().generationStopped()).isPresent();
        }
    }
}
