package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.schema.Tables.CHAIN;

import dev.quietus.core.Invariant;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.run.TreeId;

/** The chains of events, as one transaction sees them. */
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
        heads.append(event);
    }
}
