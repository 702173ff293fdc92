package dev.quietus.verify.simulation;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Commit;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Written;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.receipt.Statement;
import dev.quietus.core.run.TreeId;

import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the record is: complete, and in one chain. */
final class RecordRules {
    private static final int HASHED_ANEW_ONE_IN = 8;

    private final World world;
    private final Map<OperationKey, Integer> begun = new HashMap<>();
    private final Set<OperationKey> accepted = new HashSet<>();
    private final Set<String> takenOut = new HashSet<>();
    private final Map<TreeId, ChainHead> heads = new HashMap<>();

    RecordRules(World world) {
        this.world = world;
    }

    /**
     * S3: every accepted operation ends in exactly one recorded state and can be found by its id.
     * Here: it was accepted once, has begun as often as it says, was taken out at most once, and
     * stands in a queue exactly while it waits.
     */
    void s3(Commit commit) {
        for (Event event : commit.events()) {
            s3(event);
        }
        for (Written<Operation> written : commit.operations()) {
            Operation operation = written.after();
            Promise.S3.holds(
                    operation.work().kind() == OperationKind.RECOVERY
                            || accepted.contains(operation.key()),
                    "%s was never accepted",
                    operation.key());
            Promise.S3.holds(
                    begun.getOrDefault(operation.key(), 0) == operation.attempts(),
                    "%s has %d attempts and began %d times",
                    operation.key(),
                    operation.attempts(),
                    begun.getOrDefault(operation.key(), 0));
            boolean waits = operation.execution() == ExecutionState.QUEUED
                    || operation.execution() == ExecutionState.SCHEDULED;
            Promise.S3.holds(
                    waits == operation.availableAt().isPresent(), "%s waits nowhere", operation);
        }
    }

    private void s3(Event event) {
        switch (event.draft().type()) {
            case OPERATION_ACCEPTED -> {
                OperationKey key = event.draft().operation().orElseThrow();
                Promise.S3.holds(accepted.add(key), "%s was accepted twice", key);
            }
            case OPERATION_BEGUN ->
                begun.merge(event.draft().operation().orElseThrow(), 1, Integer::sum);
            case OPERATIONS_CANCELLED -> {
                if (event.draft().data().get("operations") instanceof List<?> ids) {
                    for (Object id : ids) {
                        String written = id.toString();
                        String full = written.contains("/")
                                ? written
                                : event.draft().run() + "/" + written;
                        Promise.S3.holds(takenOut.add(full), "%s was taken out twice", full);
                    }
                }
            }
            default -> {}
        }
    }

    /** S3, as the caller sees it: what it was told is taken in is there. */
    void s3(Object answer) {
        if (answer instanceof AcceptOperation.Accepted(Operation told, boolean created)) {
            Promise.S3.holds(
                    world.ledger().operations().stream()
                            .anyMatch(operation -> operation.key().equals(told.key())),
                    "%s was accepted and is not there",
                    told.key());
        }
    }

    /** S3 at the end: nothing waits for ever. */
    void s3AtTheEnd() {
        for (Operation operation : world.ledger().operations()) {
            boolean recovery = operation.work().kind() == OperationKind.RECOVERY;
            Promise.S3.holds(
                    recovery
                            || !operation.execution().notStarted()
                                    && operation.execution() != ExecutionState.RUNNING,
                    "%s never ended",
                    operation);
        }
    }

    /**
     * S11: events are appended, hash-chained per tree, and covered by the receipt's signature.
     * Here: every new event is the next one and names the hash of the one before; a receipt's
     * evidence is the chain as it was before it, and its signature fits its payload.
     */
    void s11(Commit commit) {
        for (Event event : commit.events()) {
            ChainHead head = heads.getOrDefault(event.tree(), ChainHead.EMPTY);
            Promise.S11.holds(
                    event.seq() == head.count() + 1 && event.previousHash().equals(head.hash()),
                    "event %d does not follow %s",
                    event.seq(),
                    head);
            if (event.draft().type() == EventType.RECEIPT_ISSUED) {
                s11(commit, event, head);
            }
            heads.put(event.tree(), new ChainHead(event.seq(), event.hash()));
        }
    }

    private void s11(Commit commit, Event event, ChainHead before) {
        for (IssuedReceipt receipt : commit.receipts()) {
            if (event.draft().barrier().filter(receipt.barrier()::equals).isPresent()) {
                JsonObject envelope = Json.parseObject(receipt.envelope());
                byte[] payload = Base64.getDecoder().decode(envelope.string("payload"));
                byte[] signature = Base64.getDecoder()
                        .decode(envelope.array("signatures").object(0).string("sig"));
                byte[] right = new SimulatedSigner()
                        .sign(Statement.preAuthentication(Statement.PAYLOAD_TYPE, payload));
                Promise.S11.holds(
                        Arrays.equals(signature, right),
                        "the signature of %s does not cover it",
                        receipt.barrier());
                JsonObject evidence = world.body(receipt).object("evidence");
                Promise.S11.holds(
                        evidence.integer("event_count") == before.count()
                                && evidence.string("head_hash").equals(before.hash()),
                        "the evidence of %s is %s, the chain had %s",
                        receipt.barrier(),
                        evidence,
                        before);
            }
        }
    }

    /** S11 at the end: every hash of every chain is made anew from what the event says. */
    void s11AtTheEnd() {
        // Hashing everything twice would take a quarter of the time.
        if (!world.oneIn(HASHED_ANEW_ONE_IN)) {
            return;
        }
        for (TreeId tree : world.ledger().trees()) {
            ChainHead head = ChainHead.EMPTY;
            for (Event event : world.ledger().events(tree)) {
                Event anew = Event.chained(tree, head, event.at(), event.draft());
                Promise.S11.holds(
                        anew.hash().equals(event.hash()),
                        "event %d of %s is not what was hashed",
                        event.seq(),
                        tree);
                head = new ChainHead(event.seq(), event.hash());
            }
        }
    }
}
