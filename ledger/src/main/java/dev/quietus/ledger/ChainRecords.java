package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.schema.Tables.CHAIN;

import dev.quietus.core.Invariant;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.run.TreeId;

/** The chains of events. A head is kept in memory inside its transaction only. */
final class ChainRecords {
    private static final Template HEAD = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(CHAIN.EVENT_COUNT, CHAIN.HEAD_HASH)
                    .from(CHAIN)
                    .where(CHAIN.TREE_ID.eq(given(CHAIN.TREE_ID))),
            Dialect.Lock.ROW));

    private final Turn turn;
    private final ChainHeads heads;

    ChainRecords(Turn turn) {
        this.turn = turn;
        this.heads = turn.heads();
    }

    /** The end of the chain; where several write, the tree is held from here on. */
    ChainHead head(TreeId tree) {
        return heads.held(tree).orElseGet(() -> heads.took(tree, stored(tree)));
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
        if (turn.dialect().severalWriters()) {
            heads.later(event);
        } else {
            write(tree, before, event);
        }
        heads.moved(tree, new ChainHead(event.seq(), event.hash()));
    }

    private void write(TreeId tree, ChainHead before, Event event) {
        turn.insert(EventShape.SHAPE, event);
        int moved = before.count() == 0
                ? turn.change(ChainHeads.FIRST, tree.value(), event.seq(), event.hash())
                : turn.change(
                        ChainHeads.NEXT, event.seq(), event.hash(), tree.value(), before.count());
        Invariant.check(
                moved == 1, "the head of chain %s moved %s times to %s", tree, moved, event.seq());
    }
}
