package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** No statement of the hot path or of a stop reads a table from end to end. */
final class PlansTest {
    @RegisterExtension
    final TestingLedger ledger = new TestingLedger(SqliteEngine.ENGINE);

    private List<String> plan(String sql) {
        return ledger.ledger()
                .snapshot(turn -> turn.all(
                        in -> {
                            in.skip(3);
                            return in.text();
                        },
                        new Template(dialect ->
                                dialect.dsl().resultQuery("explain query plan " + sql))));
    }

    /** The statements of the hot path, by name. */
    static Map<String, Template> templates() throws IllegalAccessException {
        Map<String, Template> templates = new TreeMap<>();
        for (Class<?> owner : List.of(
                RunRecords.class,
                OperationRecords.class,
                BarrierRows.class,
                ChainRecords.class,
                InFlightRecords.class,
                ScopeRecords.class)) {
            for (Field field : owner.getDeclaredFields()) {
                if (field.getType() == Template.class) {
                    field.setAccessible(true);
                    templates.put(owner.getSimpleName() + "." + field.getName(), (Template)
                            field.get(null));
                }
            }
        }
        return templates;
    }

    @Test
    void findsEveryRowOfTheHotPathByAnIndex() throws IllegalAccessException {
        Statements statements = new Statements(new SqliteDialect(ledger.path()));
        assertThat(templates()).hasSizeGreaterThan(15);
        templates()
                .forEach((name, template) -> assertThat(plan(statements.sql(template)))
                        .as(name)
                        .noneMatch(PlansTest::readsAWholeTable));
    }

    @Test
    void findsEveryRowOfAScopeByAnIndex() {
        Run run = Samples.root("root");
        Dialect dialect = new SqliteDialect(ledger.path());
        List<String> conditions = new ArrayList<>();
        for (Selector selector : List.of(
                new Selector.Everything(),
                new Selector.OneOperation(new OperationId("one")),
                new Selector.Tools(new CapabilityPattern("deployment.*")))) {
            Barrier barrier = Samples.barrier(run, selector);
            Condition scope = Scope.operations(dialect, barrier);
            Condition named = Scope.operations(
                    dialect, barrier, List.of(new RunId("root"), new RunId("child")));
            Stream.of(
                            scope.and(OperationRecords.NOT_STARTED),
                            named.and(OperationRecords.NOT_STARTED),
                            scope.and(OperationRecords.UNRESOLVED).and(Scope.notTakenIn(barrier)),
                            scope.and(OperationRecords.RUNNING))
                    .forEach(condition -> conditions.add(
                            DSL.using(org.jooq.SQLDialect.SQLITE).renderInlined(condition)));
        }
        for (String condition : conditions) {
            List<String> plan = plan("select * from operation where " + condition);
            assertThat(plan).as(condition).noneMatch(PlansTest::readsAWholeTable);
            if (condition.contains("recursive")) {
                assertThat(plan).as(condition).anyMatch(step -> step.contains("parent_run_id=?"));
            }
        }
    }

    private static boolean readsAWholeTable(String step) {
        return step.startsWith("SCAN ")
                && !step.contains("below")
                && !step.equals("SCAN CONSTANT ROW");
    }
}
