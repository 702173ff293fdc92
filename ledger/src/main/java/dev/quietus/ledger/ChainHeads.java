package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.schema.Tables.CHAIN;

import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ends of the chains that one transaction of the store has read, shared by the commands in it,
 * and their events, which are written together at its end. Good for that transaction only. Used by
 * one thread.
 *
 * <p>Where several write, a row of {@code chain} is also the lock of its tree, held from the first
 * look until the commit, and the place of an event in the ledger's order is given as late as
 * possible.
 */
final class ChainHeads {
    private static final Template FIRST = new Template(dialect -> dialect.dsl()
            .insertInto(CHAIN, CHAIN.TREE_ID, CHAIN.EVENT_COUNT, CHAIN.HEAD_HASH)
            .values(given(CHAIN.TREE_ID), given(CHAIN.EVENT_COUNT), given(CHAIN.HEAD_HASH)));

    private static final Template NEXT = new Template(dialect -> dialect.dsl()
            .update(CHAIN)
            .set(CHAIN.EVENT_COUNT, given(CHAIN.EVENT_COUNT))
            .set(CHAIN.HEAD_HASH, given(CHAIN.HEAD_HASH))
            .where(CHAIN.TREE_ID.eq(given(CHAIN.TREE_ID)))
            .and(CHAIN.EVENT_COUNT.eq(given(CHAIN.EVENT_COUNT))));

    private final Map<TreeId, ChainHead> stored = new HashMap<>();
    private final Map<TreeId, ChainHead> heads = new HashMap<>();
    private final Map<RunId, TreeId> trees = new HashMap<>();
    private final List<Event> waiting = new ArrayList<>();

    /** The end of a chain that is held, as this transaction sees it. */
    Optional<ChainHead> held(TreeId tree) {
        return Optional.ofNullable(heads.get(tree));
    }

    /** The tree of a run, where it is known and held. */
    Optional<TreeId> treeOf(RunId run) {
        return Optional.ofNullable(trees.get(run));
    }

    /** Takes in what the store said about a chain; what this transaction knows better stays. */
    ChainHead took(TreeId tree, ChainHead found) {
        stored.putIfAbsent(tree, found);
        heads.putIfAbsent(tree, found);
        return heads.getOrDefault(tree, found);
    }

    /** Takes in which tree a run belongs to; that never changes. */
    void belongs(RunId run, TreeId tree) {
        trees.put(run, tree);
    }

    /** Keeps an event until {@link #write}; its chain ends with it from now on. */
    void append(Event event) {
        waiting.add(event);
        heads.put(event.tree(), new ChainHead(event.seq(), event.hash()));
    }

    /** Writes the events that wait, and where their chains end now. */
    void write(Session session) {
        if (waiting.isEmpty()) {
            return;
        }
        Statements statements = session.statements();
        // Where several write, the store itself gives places to events.
        boolean placed = statements.dialect().severalWriters();
        List<List<@Nullable Object>> events = new ArrayList<>(waiting.size());
        for (Event event : waiting) {
            List<@Nullable Object> row =
                    new ArrayList<@Nullable Object>(Arrays.asList(EventShape.SHAPE.write(event)));
            if (!placed) {
                row.add(session.nextPlace());
            }
            events.add(row);
        }
        LateWrites.insert(session, EventShape.SHAPE, events);
        waiting.clear();
        List<List<Object>> first = new ArrayList<>();
        List<List<Object>> next = new ArrayList<>();
        heads.forEach((tree, head) -> {
            ChainHead before = stored.getOrDefault(tree, ChainHead.EMPTY);
            if (before.count() == 0 && head.count() > 0) {
                first.add(List.of(tree.value(), head.count(), head.hash()));
            } else if (before.count() < head.count()) {
                next.add(List.of(head.count(), head.hash(), tree.value(), before.count()));
            }
        });
        writeAll(session, FIRST, first);
        if (placed && next.size() > 1) {
            session.executeTogether(Together.NEXT_HEADS, next);
        } else {
            writeAll(session, NEXT, next);
        }
    }

    private static void writeAll(Session session, Template template, List<List<Object>> rows) {
        if (!rows.isEmpty()) {
            session.executeForEach(session.statements().sql(template), rows);
        }
    }
}
