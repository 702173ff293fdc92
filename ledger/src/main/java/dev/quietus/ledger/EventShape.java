package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.EVENT;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.StrictJson;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.util.List;

/** How an event lies in its row; its details are canonical JSON. */
final class EventShape {
    private static final int MAX_DEPTH = 64;
    private static final Words<EventType> TYPE = new Words<>(EventType.class);

    static final Shape<Event> SHAPE = new Shape<>(
            EVENT,
            List.of(
                    EVENT.TREE_ID,
                    EVENT.SEQ,
                    EVENT.AT,
                    EVENT.TYPE,
                    EVENT.RUN_ID,
                    EVENT.OPERATION_ID,
                    EVENT.BARRIER_ID,
                    EVENT.DATA,
                    EVENT.PREV_HASH,
                    EVENT.HASH),
            2,
            List.of(EVENT.POSITION),
            EventShape::write,
            EventShape::read);

    private EventShape() {}

    private static void write(RowWriter out, Event event) {
        EventDraft draft = event.draft();
        out.text(event.tree().value())
                .number(event.seq())
                .time(event.at())
                .word(TYPE, draft.type())
                .text(draft.run().value())
                .text(draft.operation().map(OperationKey::operation))
                .text(draft.barrier())
                .text(CanonicalJson.write(draft.data()))
                .text(event.previousHash())
                .text(event.hash());
    }

    private static Event read(RowReader in) {
        TreeId tree = new TreeId(in.text());
        long seq = in.number();
        var at = in.time();
        EventType type = in.word(TYPE);
        RunId run = new RunId(in.text());
        EventDraft draft = new EventDraft(
                type,
                run,
                in.optionalText().map(id -> new OperationKey(run, new OperationId(id))),
                in.optionalText().map(BarrierId::new),
                StrictJson.object(in.text(), MAX_DEPTH));
        return new Event(tree, seq, at, draft, in.text(), in.text());
    }
}
