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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything that a ledger holds, in order of insertion; a transaction works on a copy of it. */
final class Rows {
    final Map<RunId, Run> runs = new LinkedHashMap<>();
    final Map<OperationKey, Operation> operations = new LinkedHashMap<>();
    final Map<BarrierId, Barrier> barriers = new LinkedHashMap<>();
    final Map<BarrierId, Map<OperationKey, Taken>> inFlight = new LinkedHashMap<>();
    final Map<BarrierId, List<IssuedReceipt>> receipts = new LinkedHashMap<>();
    final Map<TreeId, List<Event>> events = new LinkedHashMap<>();
    final Map<String, Token> tokens = new LinkedHashMap<>();
    boolean frozen;

    /** What a barrier keeps of an operation it has taken in. */
    record Taken(ExecutionState stateAtBarrier, Instant at) {}

    Rows copy() {
        Rows copy = new Rows();
        copy.runs.putAll(runs);
        copy.operations.putAll(operations);
        copy.barriers.putAll(barriers);
        inFlight.forEach((id, taken) -> copy.inFlight.put(id, new LinkedHashMap<>(taken)));
        receipts.forEach((id, all) -> copy.receipts.put(id, new ArrayList<>(all)));
        events.forEach((id, all) -> copy.events.put(id, new ArrayList<>(all)));
        copy.tokens.putAll(tokens);
        copy.frozen = frozen;
        return copy;
    }
}
