package dev.quietus.ledger;

import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Foreseen;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Begins a transaction of PostgreSQL for a batch, in one way to the server and back: its mark, the
 * locks of its trees, and behind those what its commands will ask, the time and a block of places.
 *
 * <p>Only what lies in a tree that is locked by then is an answer: a run that somebody has
 * registered in between is looked for again by the command that asks for it.
 */
final class BatchStart {
    private final DatabaseClock clock;
    private final BiConsumer<RunId, TreeId> learned;

    /**
     * Builds it.
     *
     * @param clock the ledger's time
     * @param learned is told which tree a run belongs to
     */
    BatchStart(DatabaseClock clock, BiConsumer<RunId, TreeId> learned) {
        this.clock = clock;
        this.learned = learned;
    }

    /** What a batch will ask, each question once. */
    private record Asked(
            Set<RunId> runs,
            Set<OperationKey> operations,
            Map<OperationKey, Set<Optional<IdempotencyKey>>> others,
            Set<OperationKey> holders) {
        static Asked of(List<Command<?>> batch) {
            Asked asked = new Asked(
                    new LinkedHashSet<>(),
                    new LinkedHashSet<>(),
                    new LinkedHashMap<>(),
                    new LinkedHashSet<>());
            for (Command<?> command : batch) {
                command.concerns().ifPresent(asked.runs::add);
                command.foreseen().ifPresent(asked::add);
            }
            return asked;
        }

        private void add(Foreseen foreseen) {
            operations.add(foreseen.key());
            if (foreseen.others()) {
                others.computeIfAbsent(foreseen.key(), missing -> new HashSet<>())
                        .add(foreseen.business());
            }
            if (foreseen.holders()) {
                holders.add(foreseen.key());
            }
        }
    }

    /** Begins it, as the first that is said in the session's transaction. */
    Shared begin(Session session, List<Command<?>> batch, String mark) {
        Asked asked = Asked.of(batch);
        if (asked.runs.isEmpty()) {
            List<List<@Nullable Object[]>> said =
                    session.several(PostgresSql.START_LOOSE, List.of(mark));
            session.placesFrom(new PlaceBlock(session, number(said.getLast().getFirst()[0])));
            return Shared.plain(
                    session,
                    () -> clock.sampled(
                            number(session.rows(PostgresSql.NOW, List.of()).getFirst()[0])));
        }
        List<Object> values = new ArrayList<>(List.of(mark));
        Iterator<List<@Nullable Object[]>> said =
                session.several(statement(asked, values), values).iterator();
        ChainHeads heads = new ChainHeads();
        hold(said.next(), heads);
        ReadAhead ahead = new ReadAhead();
        answers(asked, said, heads, ahead);
        @Nullable Object[] last = said.next().getFirst();
        session.placesFrom(new PlaceBlock(session, number(last[1])));
        Instant now = clock.sampled(number(last[0]));
        return new Shared(() -> now, heads, ahead, new LateWrites(session));
    }

    private static String statement(Asked asked, List<Object> values) {
        StringBuilder sql = new StringBuilder(PostgresSql.START);
        String[] runs = asked.runs.stream().map(RunId::value).toArray(String[]::new);
        values.add(runs);
        sql.append("; ").append(AheadSql.PATHS);
        values.add(runs);
        if (!asked.operations.isEmpty()) {
            sql.append("; ").append(AheadSql.OPERATIONS);
            give(asked.operations, values);
        }
        if (!asked.others.isEmpty()) {
            sql.append("; ").append(AheadSql.OTHERS);
            List<OperationKey> keys = new ArrayList<>();
            List<@Nullable String> business = new ArrayList<>();
            asked.others.forEach((key, all) -> all.forEach(each -> {
                keys.add(key);
                business.add(each.map(IdempotencyKey::value).orElse(null));
            }));
            give(keys, values);
            values.add(business.toArray(new @Nullable String[0]));
        }
        if (!asked.holders.isEmpty()) {
            sql.append("; ").append(AheadSql.HELD);
            give(asked.holders, values);
        }
        return sql.append("; ").append(PostgresSql.START_END).toString();
    }

    private static void give(Iterable<OperationKey> keys, List<Object> values) {
        List<String> runs = new ArrayList<>();
        List<String> operations = new ArrayList<>();
        for (OperationKey key : keys) {
            runs.add(key.run().value());
            operations.add(key.operation().value());
        }
        values.add(runs.toArray(String[]::new));
        values.add(operations.toArray(String[]::new));
    }

    private void hold(List<@Nullable Object[]> chains, ChainHeads heads) {
        for (@Nullable Object[] row : chains) {
            RowReader in = new RowReader(row);
            RunId run = new RunId(in.text());
            TreeId tree = new TreeId(in.text());
            heads.took(tree, new ChainHead(in.number(), in.text()));
            heads.belongs(run, tree);
            learned.accept(run, tree);
        }
    }

    private static void answers(
            Asked asked,
            Iterator<List<@Nullable Object[]>> said,
            ChainHeads heads,
            ReadAhead ahead) {
        for (@Nullable Object[] run : said.next()) {
            if (heads.held(new TreeId(text(run[0]))).isPresent()) {
                RunRecords.ofRun(text(run[1])).forEach(each -> ahead.learn(each, rows(run)));
            }
        }
        Map<OperationKey, @Nullable Object[]> found = new HashMap<>();
        if (!asked.operations.isEmpty()) {
            said.next().forEach(row -> found.put(key(row, 1), row));
        }
        for (OperationKey key : asked.operations) {
            @Nullable Object[] row = found.get(key);
            heads.treeOf(key.run())
                    .ifPresent(tree -> ahead.learn(
                            OperationRecords.byKey(
                                    tree.value(),
                                    key.run().value(),
                                    key.operation().value()),
                            row == null ? List.of() : rows(row)));
        }
        if (!asked.others.isEmpty()) {
            others(asked, said.next(), found, heads, ahead);
        }
        if (!asked.holders.isEmpty()) {
            Set<OperationKey> held = new HashSet<>();
            said.next().forEach(row -> held.add(key(row, 0)));
            for (OperationKey key : asked.holders) {
                if (!held.contains(key)) {
                    heads.treeOf(key.run())
                            .ifPresent(
                                    tree -> ahead.learn(BarrierRows.isHeld(key, tree), List.of()));
                }
            }
        }
    }

    /** Each operation once under each business key, however many commands ask for that. */
    private static void others(
            Asked asked,
            List<@Nullable Object[]> rows,
            Map<OperationKey, @Nullable Object[]> found,
            ChainHeads heads,
            ReadAhead ahead) {
        Map<Question, Map<OperationKey, @Nullable Object[]>> all = new HashMap<>();
        asked.others.forEach((key, business) -> business.forEach(each -> {
            @Nullable Object[] own = found.get(key);
            Optional<String> meant = each.map(IdempotencyKey::value)
                    .or(() -> Optional.ofNullable(own).map(OperationRecords::business));
            if (heads.treeOf(key.run()).isPresent() && meant.isPresent()) {
                all.put(
                        OperationRecords.byBusiness(key.run().value(), meant.get()),
                        new LinkedHashMap<>());
            }
        }));
        for (@Nullable Object[] row : rows) {
            Map<OperationKey, @Nullable Object[]> together = all.get(
                    OperationRecords.byBusiness(text(row[1]), OperationRecords.business(row)));
            if (together != null) {
                together.put(key(row, 1), row);
            }
        }
        all.forEach((question, each) -> ahead.learn(question, List.copyOf(each.values())));
    }

    private static OperationKey key(@Nullable Object[] row, int from) {
        return OperationKey.of(text(row[from]), text(row[from + 1]));
    }

    private static List<@Nullable Object[]> rows(@Nullable Object[] row) {
        List<@Nullable Object[]> one = new ArrayList<>(1);
        one.add(row);
        return one;
    }

    private static String text(@Nullable Object value) {
        return String.valueOf(value);
    }

    private static long number(@Nullable Object value) {
        return new RowReader(new @Nullable Object[] {value}).number();
    }
}
