package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.schema.Tables.BARRIER;
import static dev.quietus.ledger.schema.Tables.CHAIN;
import static dev.quietus.ledger.schema.Tables.RUN;
import static org.jooq.impl.DSL.select;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Holds the trees that a transaction decides about, where several write at the same time: whoever
 * has the row of a tree in {@code chain} locked is alone in that tree until its commit, so that
 * everything it reads there stays true. Does nothing in a store with one writer, and nothing for a
 * transaction that only reads.
 */
final class Trees {
    private static final Template OF_RUN = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(CHAIN.TREE_ID, CHAIN.EVENT_COUNT, CHAIN.HEAD_HASH)
                    .from(CHAIN)
                    .where(CHAIN.TREE_ID.eq(
                            select(RUN.TREE_ID).from(RUN).where(RUN.RUN_ID.eq(given(RUN.RUN_ID))))),
            Dialect.Lock.ROW));

    private static final Template OF_BARRIER = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(CHAIN.TREE_ID, CHAIN.EVENT_COUNT, CHAIN.HEAD_HASH)
                    .from(CHAIN)
                    .where(CHAIN.TREE_ID.eq(select(BARRIER.TREE_ID)
                            .from(BARRIER)
                            .where(BARRIER.BARRIER_ID.eq(given(BARRIER.BARRIER_ID))))),
            Dialect.Lock.ROW));

    private final Turn turn;
    private final ChainHeads heads;
    private final ChainRecords chain;
    private final boolean holding;

    Trees(Turn turn, ChainRecords chain) {
        this.turn = turn;
        this.heads = turn.heads();
        this.chain = chain;
        this.holding = turn.writing() && turn.dialect().severalWriters();
    }

    private record Found(TreeId tree, ChainHead head) {
        static Found read(RowReader in) {
            return new Found(new TreeId(in.text()), new ChainHead(in.number(), in.text()));
        }
    }

    /** Tells whether trees have to be held at all. */
    boolean holding() {
        return holding;
    }

    /** Holds a tree. */
    void hold(TreeId tree) {
        if (holding) {
            chain.head(tree);
        }
    }

    /** Reads something of a run's tree with that tree held. */
    <T> T ofRun(RunId run, Supplier<T> read, Function<T, Optional<TreeId>> tree) {
        if (holding && heads.treeOf(run).isEmpty()) {
            take(turn.all(Found::read, OF_RUN, run.value()))
                    .ifPresent(of -> heads.belongs(run, of));
        }
        return steady(read, tree);
    }

    /** Reads something of a barrier's tree with that tree held. */
    <T> Optional<T> ofBarrier(
            BarrierId barrier, Supplier<Optional<T>> read, Function<T, TreeId> tree) {
        if (holding) {
            take(turn.all(Found::read, OF_BARRIER, barrier.value()));
        }
        return steady(read, found -> found.map(tree));
    }

    // It may have come into being between the two looks: then its tree is held before a third one.
    private <T> T steady(Supplier<T> read, Function<T, Optional<TreeId>> tree) {
        T found = read.get();
        Optional<TreeId> of = tree.apply(found);
        if (!holding || of.isEmpty() || heads.held(of.get()).isPresent()) {
            return found;
        }
        hold(of.get());
        return read.get();
    }

    /** Reads rows of several trees, and keeps those whose tree nobody else holds. */
    <T> List<T> whereFree(Supplier<List<T>> read, Function<T, TreeId> tree) {
        List<T> seen = read.get();
        if (!holding || seen.isEmpty()) {
            return seen;
        }
        Set<TreeId> wanted = new HashSet<>(seen.stream().map(tree).toList());
        Set<TreeId> free = free(wanted);
        return read.get().stream().filter(row -> free.contains(tree.apply(row))).toList();
    }

    /** Holds those of some trees that nobody else holds. */
    private Set<TreeId> free(Collection<TreeId> wanted) {
        var query = turn.dialect()
                .dsl()
                .select(CHAIN.TREE_ID, CHAIN.EVENT_COUNT, CHAIN.HEAD_HASH)
                .from(CHAIN)
                .where(CHAIN.TREE_ID.in(wanted.stream().map(TreeId::value).toList()))
                .orderBy(CHAIN.TREE_ID);
        List<Found> found =
                turn.all(Found::read, turn.dialect().locked(query, Dialect.Lock.WHERE_FREE));
        Set<TreeId> free = new HashSet<>();
        for (Found each : found) {
            heads.took(each.tree, each.head);
            free.add(each.tree);
        }
        return free;
    }

    private Optional<TreeId> take(List<Found> found) {
        found.forEach(each -> heads.took(each.tree, each.head));
        return found.stream().findFirst().map(Found::tree);
    }
}
