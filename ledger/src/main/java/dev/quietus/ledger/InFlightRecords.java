package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.schema.Tables.IN_FLIGHT;
import static dev.quietus.ledger.schema.Tables.OPERATION;
import static dev.quietus.ledger.schema.Tables.RUN;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectCount;
import static org.jooq.impl.DSL.substring;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.BarrierRecords.Involved;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.settlement.ProviderName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.TableField;

/** What a barrier has taken in, and what its scope holds. */
final class InFlightRecords {
    private static final String PROVIDER_EVIDENCE = "provider:";
    private static final Condition UNSETTLED = OPERATION.SETTLEMENT.ne("settled");

    private static final Template CAPTURE = new Template(dialect -> dialect.dsl()
            .insertInto(
                    IN_FLIGHT,
                    IN_FLIGHT.TREE_ID,
                    IN_FLIGHT.BARRIER_ID,
                    IN_FLIGHT.RUN_ID,
                    IN_FLIGHT.OPERATION_ID,
                    IN_FLIGHT.POSITION,
                    IN_FLIGHT.STATE_AT_BARRIER,
                    IN_FLIGHT.CAPTURED_AT)
            .values(
                    given(IN_FLIGHT.TREE_ID),
                    given(IN_FLIGHT.BARRIER_ID),
                    given(IN_FLIGHT.RUN_ID),
                    given(IN_FLIGHT.OPERATION_ID),
                    given(IN_FLIGHT.POSITION),
                    given(IN_FLIGHT.STATE_AT_BARRIER),
                    given(IN_FLIGHT.CAPTURED_AT)));

    private final Turn turn;
    private final DSLContext dsl;

    InFlightRecords(Turn turn) {
        this.turn = turn;
        this.dsl = turn.dialect().dsl();
    }

    void capture(BarrierId barrier, Operation operation) {
        turn.change(
                CAPTURE,
                operation.tree().value(),
                barrier.value(),
                operation.key().run().value(),
                operation.key().operation().value(),
                turn.nextPlace(),
                OperationShape.EXECUTION.of(operation.execution()),
                turn.now().toEpochMilli());
    }

    ScopeCounts counts(Barrier barrier) {
        Condition inScope = Scope.operations(turn.dialect(), barrier);
        Condition generating = OperationRecords.RUNNING.and(
                OPERATION.KIND.eq(OperationShape.KIND.of(OperationKind.MODEL_REQUEST)));
        Field<Integer> leases = barrier.selector() instanceof Selector.Everything
                ? field(selectCount()
                        .from(RUN)
                        .where(
                                Scope.runs(turn.dialect(), barrier),
                                ScopeRecords.active(turn.dialect())))
                : inline(0);
        Condition givenUp = OPERATION
                .SETTLEMENT
                .eq(OutcomeColumns.UNKNOWN)
                .and(OPERATION
                        .LOOK_DEADLINE
                        .isNull()
                        .or(OPERATION.LOOK_DEADLINE.le(turn.now().toEpochMilli())));
        var query = dsl.select(
                count(inScope.and(OperationRecords.NOT_STARTED)),
                count(inScope.and(OperationRecords.UNRESOLVED).and(Scope.notTakenIn(barrier))),
                countTakenIn(barrier, UNSETTLED.andNot(givenUp)),
                countTakenIn(barrier, givenUp),
                count(inScope.and(generating)),
                leases);
        return turn.all(
                        in -> new ScopeCounts(
                                in.number(),
                                in.number(),
                                in.number(),
                                in.number(),
                                in.number(),
                                in.number()),
                        query)
                .getFirst();
    }

    private static Field<Integer> count(Condition which) {
        return field(selectCount().from(OPERATION).where(which));
    }

    private static Field<Integer> countTakenIn(Barrier barrier, Condition which) {
        return field(selectCount()
                .from(IN_FLIGHT)
                .join(OPERATION)
                .on(Scope.sameOperation())
                .where(Scope.takenIn(barrier), which));
    }

    List<Operation> due(Barrier barrier, int most) {
        return taken(
                barrier,
                UNSETTLED.and(OPERATION.NEXT_LOOK_AT.le(turn.now().toEpochMilli())),
                OPERATION.NEXT_LOOK_AT,
                most);
    }

    Optional<Instant> nextLook(Barrier barrier) {
        var query = dsl.select(min(OPERATION.NEXT_LOOK_AT))
                .from(IN_FLIGHT)
                .join(OPERATION)
                .on(Scope.sameOperation())
                .where(Scope.takenIn(barrier), UNSETTLED);
        return turn.all(RowReader::optionalTime, query).getFirst();
    }

    List<Operation> unconfirmed(Barrier barrier, Instant since, int most) {
        Condition withoutEffect = OPERATION.SETTLED_STATE.eq("cancelled_without_effect");
        Condition byProvider = substring(OPERATION.SETTLED_BY, 1, PROVIDER_EVIDENCE.length())
                .eq(PROVIDER_EVIDENCE);
        Condition notSince =
                OPERATION.CONFIRMED_AT.isNull().or(OPERATION.CONFIRMED_AT.lt(since.toEpochMilli()));
        return taken(
                barrier, withoutEffect.and(byProvider).and(notSince), IN_FLIGHT.POSITION, most);
    }

    private List<Operation> taken(
            Barrier barrier, Condition which, TableField<?, Long> order, int most) {
        var query = dsl.select(OperationShape.SHAPE.fields())
                .from(IN_FLIGHT)
                .join(OPERATION)
                .on(Scope.sameOperation())
                .where(Scope.takenIn(barrier), which)
                .orderBy(order, IN_FLIGHT.RUN_ID, IN_FLIGHT.OPERATION_ID)
                .limit(most);
        return turn.all(OperationShape.SHAPE, query);
    }

    List<InFlight> inFlight(BarrierId barrier, int most) {
        List<TableField<?, ?>> fields = new ArrayList<>(OperationShape.SHAPE.fields());
        fields.add(IN_FLIGHT.STATE_AT_BARRIER);
        fields.add(IN_FLIGHT.CAPTURED_AT);
        var query = dsl.select(fields)
                .from(IN_FLIGHT)
                .join(OPERATION)
                .on(Scope.sameOperation())
                .where(of(barrier))
                .orderBy(IN_FLIGHT.POSITION, IN_FLIGHT.RUN_ID, IN_FLIGHT.OPERATION_ID)
                .limit(most);
        return turn.all(
                in -> new InFlight(
                        OperationShape.SHAPE.reading().apply(in),
                        in.word(OperationShape.EXECUTION),
                        in.time()),
                query);
    }

    Outcomes outcomes(BarrierId barrier) {
        var query = dsl.select(
                        OPERATION.SETTLEMENT,
                        OPERATION.SETTLED_STATE,
                        org.jooq.impl.DSL.count(),
                        max(OPERATION.SETTLED_AT))
                .from(IN_FLIGHT)
                .join(OPERATION)
                .on(Scope.sameOperation())
                .where(of(barrier))
                .groupBy(OPERATION.SETTLEMENT, OPERATION.SETTLED_STATE);
        return OutcomeCount.sum(turn.all(OutcomeCount::read, query));
    }

    /** Makes everything unsettled that the barrier has taken in due at once. */
    void wake(BarrierId barrier) {
        var taken = select(IN_FLIGHT.TREE_ID, IN_FLIGHT.RUN_ID, IN_FLIGHT.OPERATION_ID)
                .from(IN_FLIGHT)
                .where(of(barrier));
        turn.change(dsl.update(OPERATION)
                .set(OPERATION.NEXT_LOOK_AT, turn.now().toEpochMilli())
                .where(row(OPERATION.TREE_ID, OPERATION.RUN_ID, OPERATION.OPERATION_ID)
                        .in(taken))
                .and(UNSETTLED));
        turn.forget(OperationShape.SHAPE);
    }

    private Condition of(BarrierId barrier) {
        return IN_FLIGHT
                .BARRIER_ID
                .eq(barrier.value())
                .and(turn.dialect().many(IN_FLIGHT.POSITION));
    }

    List<Involved> involved(Barrier barrier) {
        var query = dsl.select(OPERATION.TOOL, OPERATION.PROVIDER)
                .from(IN_FLIGHT)
                .join(OPERATION)
                .on(Scope.sameOperation())
                .where(Scope.takenIn(barrier))
                .union(select(OPERATION.TOOL, OPERATION.PROVIDER)
                        .from(OPERATION)
                        .where(
                                OPERATION.TREE_ID.eq(barrier.tree().value()),
                                OPERATION.CANCELLED_BY.eq(barrier.id().value())))
                .orderBy(1, 2);
        return turn.all(
                in -> new Involved(
                        new ToolName(in.text()), in.optionalText().map(ProviderName::new)),
                query);
    }

    /** One group of {@link #outcomes}. */
    private record OutcomeCount(
            String settlement,
            Optional<Settlement.SettledState> state,
            long number,
            Optional<Instant> last) {
        private static final Words<Settlement.SettledState> STATE =
                new Words<>(Settlement.SettledState.class);

        static OutcomeCount read(RowReader in) {
            return new OutcomeCount(
                    in.text(), in.optionalWord(STATE), in.number(), in.optionalTime());
        }

        static Outcomes sum(List<OutcomeCount> groups) {
            return new Outcomes(
                    settled(groups, Settlement.SettledState.COMPLETED_AND_VERIFIED),
                    settled(groups, Settlement.SettledState.CANCELLED_WITHOUT_EFFECT),
                    settled(groups, Settlement.SettledState.ENDED_NO_EFFECT_EXPECTED),
                    other(groups, OutcomeColumns.UNKNOWN),
                    other(groups, OutcomeColumns.OPEN),
                    groups.stream().flatMap(group -> group.last.stream()).max(Instant::compareTo));
        }

        private static long settled(List<OutcomeCount> groups, Settlement.SettledState state) {
            return groups.stream()
                    .filter(group -> group.state.filter(state::equals).isPresent())
                    .mapToLong(OutcomeCount::number)
                    .sum();
        }

        private static long other(List<OutcomeCount> groups, String settlement) {
            return groups.stream()
                    .filter(group -> group.settlement.equals(settlement))
                    .mapToLong(OutcomeCount::number)
                    .sum();
        }
    }
}
