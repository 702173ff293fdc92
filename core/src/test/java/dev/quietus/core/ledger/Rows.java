package dev.quietus.core.ledger;

import dev.quietus.core.authority.Token;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything that a ledger holds, in order of insertion; what is not committed is taken back. */
final class Rows {
    final Table<RunId, Run> runs = new Table<>();
    final Table<OperationKey, Operation> operations = new Table<>();
    final Table<BarrierId, Barrier> barriers = new Table<>();
    final Table<String, Token> tokens = new Table<>();
    final Table<String, String> agreed = new Table<>();
    boolean frozen;
    private boolean frozenBefore;
    private final Map<BarrierId, Table<OperationKey, Taken>> inFlight = new LinkedHashMap<>();
    private final Map<BarrierId, List<IssuedReceipt>> receipts = new LinkedHashMap<>();
    private final Map<TreeId, List<Event>> events = new LinkedHashMap<>();
    private final List<Commit.Capture> newCaptures = new ArrayList<>();
    private final List<IssuedReceipt> newReceipts = new ArrayList<>();
    private final List<Event> newEvents = new ArrayList<>();

    /** What a barrier keeps of an operation it has taken in. */
    record Taken(ExecutionState stateAtBarrier, Instant at) {}

    Map<OperationKey, Taken> taken(BarrierId barrier) {
        Table<OperationKey, Taken> found = inFlight.getOrDefault(barrier, new Table<>());
        return found.all();
    }

    /** Takes an operation in and says whether it was not there before. */
    boolean take(BarrierId barrier, OperationKey operation, Taken taken) {
        newCaptures.add(new Commit.Capture(barrier, operation));
        return inFlight.computeIfAbsent(barrier, id -> new Table<>())
                .put(operation, taken)
                .isEmpty();
    }

    List<IssuedReceipt> receipts(BarrierId barrier) {
        return Collections.unmodifiableList(receipts.getOrDefault(barrier, List.of()));
    }

    void issue(IssuedReceipt receipt) {
        newReceipts.add(receipt);
        receipts.computeIfAbsent(receipt.barrier(), id -> new ArrayList<>()).add(receipt);
    }

    Iterable<TreeId> trees() {
        return events.keySet();
    }

    List<Event> events(TreeId tree) {
        return Collections.unmodifiableList(events.getOrDefault(tree, List.of()));
    }

    void append(Event event) {
        newEvents.add(event);
        events.computeIfAbsent(event.tree(), id -> new ArrayList<>()).add(event);
    }

    Commit commit(long number, Transaction<?> transaction) {
        Commit commit = new Commit(
                number,
                transaction,
                runs.written(),
                operations.written(),
                barriers.written(),
                List.copyOf(newCaptures),
                List.copyOf(newEvents),
                List.copyOf(newReceipts));
        runs.commit();
        operations.commit();
        barriers.commit();
        tokens.commit();
        agreed.commit();
        inFlight.values().forEach(Table::commit);
        frozenBefore = frozen;
        forgetNew();
        return commit;
    }

    void rollback() {
        runs.rollback();
        operations.rollback();
        barriers.rollback();
        tokens.rollback();
        agreed.rollback();
        inFlight.values().forEach(Table::rollback);
        for (IssuedReceipt receipt : newReceipts) {
            receipts.getOrDefault(receipt.barrier(), new ArrayList<>()).removeLast();
        }
        for (Event event : newEvents) {
            List<Event> chain = events.getOrDefault(event.tree(), new ArrayList<>());
            chain.removeLast();
            if (chain.isEmpty()) {
                events.remove(event.tree());
            }
        }
        frozen = frozenBefore;
        forgetNew();
    }

    private void forgetNew() {
        newCaptures.clear();
        newReceipts.clear();
        newEvents.clear();
    }
}
