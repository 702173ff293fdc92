package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.schema.Tables.CHAIN;

import dev.quietus.core.Invariant;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.run.TreeId;
import java.util.HashMap;
import java.util.Map;

/** The chains of events. A head is kept in memory inside its transaction only. */
final class ChainRecords {
    private static final Template HEAD = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(CHAIN.EVENT_COUNT, CHAIN.HEAD_HASH)
                    .from(CHAIN)
                    .where(CHAIN.TREE_ID.eq(given(CHAIN.TREE_ID))),
            Dialect.Lock.EXCLUSIVE));

    private static final Template FIRST = new Template(dialect -> dialect.dsl()
            .insertInto(CHAIN, CHAIN.TREE_ID, CHAIN.EVENT_COUNT, CHAIN.HEAD_HASH)
            .values(given(CHAIN.TREE_ID), given(CHAIN.EVENT_COUNT), given(CHAIN.HEAD_HASH)));

    private static final Template NEXT = new Template(dialect -> dialect.dsl()
            .update(CHAIN)
            .set(CHAIN.EVENT_COUNT, given(CHAIN.EVENT_COUNT))
            .set(CHAIN.HEAD_HASH, given(CHAIN.HEAD_HASH))
            .where(CHAIN.TREE_ID.eq(given(CHAIN.TREE_ID)))
            .and(CHAIN.EVENT_COUNT.eq(given(CHAIN.EVENT_COUNT))));

    private final Turn turn;
    private final Map<TreeId, ChainHead> heads = new HashMap<>();

    ChainRecords(Turn turn) {
        this.turn = turn;
    }

    ChainHead head(TreeId tree) {
        return heads.computeIfAbsent(tree, this::stored);
    }

    private ChainHead stored(TreeId tree) {
        return turn.all(in -> new ChainHead(in.number(), in.text()), HEAD, tree.value()).stream()
                .findFirst()
                .orElse(ChainHead.EMPTY);
    }

    void append(TreeId tree, EventDraft draft) {
        Invariant.check(
                draft.operation().stream().allMatch(key -> key.run().equals(draft.run())),
                "event %s of run %s names an operation of another run",
                draft.type(),
                draft.run());
        ChainHead before = head(tree);
        Event event = Event.chained(tree, before, turn.now(), draft);
        turn.insert(EventShape.SHAPE, event);
        int moved = before.count() == 0
                ? turn.change(FIRST, tree.value(), event.seq(), event.hash())
                : turn.change(NEXT, event.seq(), event.hash(), tree.value(), before.count());
        Invariant.check(
                moved == 1, "the head of chain %s moved %s times to %s", tree, moved, event.seq());
        heads.put(tree, new ChainHead(event.seq(), event.hash()));
    }
}
