package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.EVENT;

import dev.quietus.core.run.TreeId;
import java.util.List;

/** Pages of events inside a transaction. */
final class EventPages {
    private EventPages() {}

    static EventRow row(RowReader in) {
        return new EventRow(in.number(), EventShape.SHAPE.reading().apply(in));
    }

    /** Events of a tree behind a place in its chain. */
    static List<EventRow> ofTree(Turn turn, TreeId tree, long after, int most) {
        return turn.all(
                EventPages::row,
                turn.dialect()
                        .dsl()
                        .select(LedgerQueries.behind(EVENT.POSITION, EventShape.SHAPE))
                        .from(EVENT)
                        .where(EVENT.TREE_ID.eq(tree.value()), EVENT.SEQ.gt(after))
                        .orderBy(EVENT.SEQ)
                        .limit(most));
    }

    /** Events of all trees behind a position, as far as one snapshot shows them. */
    static List<EventRow> ofAll(Turn turn, long position, int most) {
        return turn.all(
                EventPages::row,
                turn.dialect()
                        .dsl()
                        .select(LedgerQueries.behind(EVENT.POSITION, EventShape.SHAPE))
                        .from(EVENT)
                        .where(EVENT.POSITION.gt(position))
                        .orderBy(EVENT.POSITION)
                        .limit(most));
    }
}
