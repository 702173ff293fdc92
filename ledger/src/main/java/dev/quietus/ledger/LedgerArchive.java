package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.BARRIER;
import static dev.quietus.ledger.schema.Tables.CHAIN;
import static dev.quietus.ledger.schema.Tables.EVENT;
import static dev.quietus.ledger.schema.Tables.IN_FLIGHT;
import static dev.quietus.ledger.schema.Tables.OPERATION;
import static dev.quietus.ledger.schema.Tables.RUN;
import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.notExists;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectOne;

import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jooq.Condition;
import org.jooq.Table;

/**
 * Takes trees in which nothing can move any more out of a ledger: their events, operations and what
 * their barriers had taken in go into files. Runs, barriers, receipts and the ends of the chains
 * stay, so that every receipt is still given out and can be verified against the files.
 *
 * <p>A tree is taken when all of its runs ended before a time, all of its work is settled, all of
 * its stops are certified, and no run that is still here goes on from one of its runs.
 */
public final class LedgerArchive {
    private static final int TREES_AT_ONCE = 200;

    private final DurableLedger ledger;
    private final Instant before;
    private final Path directory;

    private LedgerArchive(DurableLedger ledger, Instant before, Path directory) {
        this.ledger = ledger;
        this.before = before;
        this.directory = directory;
    }

    /**
     * What was taken out.
     *
     * @param trees how many trees
     * @param events how many events
     */
    public record Archived(long trees, long events) {}

    /**
     * Archives. What is interrupted leaves each tree either in the ledger or in its files, and
     * possibly in both; doing it again goes on.
     *
     * @param ledger an open ledger
     * @param before only trees whose last event is older
     * @param directory where the files go, a directory for each tree; made where it is missing
     * @param progress is told each tree that was taken out
     * @throws LedgerUnavailableException when the ledger or the directory can't be used
     */
    public static Archived archive(
            DurableLedger ledger, Instant before, Path directory, Consumer<TreeId> progress) {
        return new LedgerArchive(ledger, before, directory).all(progress);
    }

    private Archived all(Consumer<TreeId> progress) {
        long trees = 0;
        long events = 0;
        List<TreeId> page = candidates("");
        while (!page.isEmpty()) {
            for (TreeId tree : page) {
                Optional<ChainHead> taken = take(tree);
                if (taken.isPresent()) {
                    trees++;
                    events += taken.get().count();
                    progress.accept(tree);
                }
            }
            page = candidates(page.getLast().value());
        }
        return new Archived(trees, events);
    }

    private List<TreeId> candidates(String after) {
        return ledger.snapshot(turn -> turn.all(
                in -> new TreeId(in.text()),
                turn.dialect()
                        .dsl()
                        .select(CHAIN.TREE_ID)
                        .from(CHAIN)
                        .where(CHAIN.TREE_ID.gt(after), over())
                        .orderBy(CHAIN.TREE_ID)
                        .limit(TREES_AT_ONCE)));
    }

    /** Nothing in the tree can move any more. */
    private Condition over() {
        Condition live = OPERATION.EXECUTION.in(OperationRecords.words(
                state -> state.notStarted() || state == ExecutionState.RUNNING));
        var later = RUN.as("later");
        return notExists(selectOne()
                        .from(RUN)
                        .where(RUN.TREE_ID.eq(CHAIN.TREE_ID))
                        .and(RUN.STATE.in(
                                RunShape.STATE.of(RunState.RUNNING),
                                RunShape.STATE.of(RunState.CANCELLING))))
                .and(notExists(selectOne()
                        .from(BARRIER)
                        .where(BARRIER.TREE_ID.eq(CHAIN.TREE_ID))
                        .and(BarrierRows.OPEN)))
                .and(notExists(selectOne()
                        .from(OPERATION)
                        .where(OPERATION.TREE_ID.eq(CHAIN.TREE_ID))
                        .and(live.or(OPERATION.UNRESOLVED.isNotNull()))))
                .and(notExists(selectOne()
                        .from(RUN)
                        .join(later)
                        .on(later.RESUMES_RUN_ID.eq(RUN.RUN_ID))
                        .where(RUN.TREE_ID.eq(CHAIN.TREE_ID))
                        .and(later.TREE_ID.ne(CHAIN.TREE_ID))
                        .and(exists(
                                selectOne().from(EVENT).where(EVENT.TREE_ID.eq(later.TREE_ID))))))
                .and(select(max(EVENT.AT))
                        .from(EVENT)
                        .where(EVENT.TREE_ID.eq(CHAIN.TREE_ID))
                        .asField()
                        .cast(Long.class)
                        .lt(before.toEpochMilli()));
    }

    /** First the files, then out of the ledger, if nothing has moved in between. */
    private Optional<ChainHead> take(TreeId tree) {
        // What was added to an archived tree stays here: its files are not written twice.
        if (ledger.snapshot(turn -> new ArchiveMarks(turn).end(tree)).isPresent()) {
            return Optional.empty();
        }
        ArchivedTree.Written written =
                ledger.snapshot(turn -> new ArchivedTree(turn, tree).write(directory));
        ledger.beforeLeaving(written.highestPlace());
        boolean gone = ledger.onWriter(turn -> {
            ChainRecords chain = new ChainRecords(turn);
            // From here on nobody else writes to the tree.
            boolean same = chain.head(tree).equals(written.head());
            boolean still = !turn.all(
                            RowReader::text,
                            turn.dialect()
                                    .dsl()
                                    .select(CHAIN.TREE_ID)
                                    .from(CHAIN)
                                    .where(CHAIN.TREE_ID.eq(tree.value()), over()))
                    .isEmpty();
            if (!same || !still) {
                return false;
            }
            for (Table<?> table : List.of(IN_FLIGHT, OPERATION, EVENT)) {
                turn.change(turn.dialect()
                        .dsl()
                        .deleteFrom(table)
                        .where(ArchivedTree.treeOf(table).eq(tree.value())));
            }
            new ArchiveMarks(turn).mark(tree, written);
            return true;
        });
        return gone ? Optional.of(written.head()) : Optional.empty();
    }

    /** Names of the files of one tree, for who looks for them. */
    public static List<String> files() {
        return new ArrayList<>(ArchivedTree.FILES);
    }
}
