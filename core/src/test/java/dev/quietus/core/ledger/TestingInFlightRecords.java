package dev.quietus.core.ledger;

import dev.quietus.core.Invariant;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What barriers have taken in, read and written in memory as the port describes it. */
abstract class TestingInFlightRecords implements BarrierRecords {
    final Rows rows;
    final Instant now;
    private final boolean writing;

    TestingInFlightRecords(Rows rows, Instant now, boolean writing) {
        this.rows = rows;
        this.now = now;
        this.writing = writing;
    }

    Stream<Operation> held(BarrierId id) {
        return taken(id).keySet().stream().map(key -> rows.operations.find(key).orElseThrow());
    }

    @Override
    public void capture(BarrierId barrier, Operation operation) {
        writes();
        boolean fresh =
                rows.take(barrier, operation.key(), new Rows.Taken(operation.execution(), now));
        Invariant.check(fresh, "%s has %s already", barrier, operation.key());
    }

    @Override
    public List<Operation> inFlightDue(Barrier barrier, int limit) {
        return held(barrier.id())
                .filter(Operation::unsettled)
                .filter(each ->
                        each.looking().nextAt().filter(at -> !at.isAfter(now)).isPresent())
                .sorted(Comparator.comparing(each -> each.looking().nextAt().orElseThrow()))
                .limit(limit)
                .toList();
    }

    @Override
    public Optional<Instant> nextInFlightLook(Barrier barrier) {
        return held(barrier.id())
                .filter(Operation::unsettled)
                .flatMap(each -> each.looking().nextAt().stream())
                .min(Comparator.naturalOrder());
    }

    @Override
    public List<Operation> unconfirmed(Barrier barrier, Instant since, int limit) {
        return held(barrier.id())
                .filter(each -> each.settlement() instanceof Settlement.Settled settled
                        && settled.state() == SettledState.CANCELLED_WITHOUT_EFFECT
                        && settled.byProvider()
                        && settled.confirmedAt()
                                .filter(at -> !at.isBefore(since))
                                .isEmpty())
                .limit(limit)
                .toList();
    }

    @Override
    public List<InFlight> inFlight(BarrierId barrier, int limit) {
        return taken(barrier).entrySet().stream()
                .limit(limit)
                .map(entry -> new InFlight(
                        rows.operations.find(entry.getKey()).orElseThrow(),
                        entry.getValue().stateAtBarrier(),
                        entry.getValue().at()))
                .toList();
    }

    @Override
    public Outcomes outcomes(BarrierId barrier) {
        return new Outcomes(
                settled(barrier, SettledState.COMPLETED_AND_VERIFIED),
                settled(barrier, SettledState.CANCELLED_WITHOUT_EFFECT),
                settled(barrier, SettledState.ENDED_NO_EFFECT_EXPECTED),
                held(barrier).filter(Operation::heldUnknown).count(),
                held(barrier)
                        .filter(each -> each.settlement() instanceof Settlement.Open)
                        .count(),
                held(barrier)
                        .flatMap(TestingBarrierRecords::settled)
                        .map(Settlement.Settled::at)
                        .max(Comparator.naturalOrder()));
    }

    @Override
    public void wakeInFlight(BarrierId barrier) {
        writes();
        held(barrier)
                .filter(Operation::unsettled)
                .toList()
                .forEach(each -> rows.operations.put(
                        each.key(),
                        each.change().looking(each.looking().nextAt(now)).done()));
    }

    @Override
    public List<Involved> involved(Barrier barrier) {
        Stream<Operation> tookOut = rows.operations.values().stream()
                .filter(each -> each.cancelledBy().filter(barrier.id()::equals).isPresent());
        return Stream.concat(held(barrier.id()), tookOut)
                .map(each -> new Involved(each.work().tool(), each.work().provider()))
                .distinct()
                .sorted(Comparator.comparing(Involved::tool))
                .toList();
    }

    long settled(BarrierId barrier, SettledState state) {
        return held(barrier)
                .flatMap(TestingBarrierRecords::settled)
                .filter(settled -> settled.state() == state)
                .count();
    }

    static Stream<Settlement.Settled> settled(Operation operation) {
        return operation.settlement() instanceof Settlement.Settled settled
                ? Stream.of(settled)
                : Stream.empty();
    }

    Map<OperationKey, Rows.Taken> taken(BarrierId id) {
        return rows.taken(id);
    }

    final void writes() {
        Invariant.check(writing, "a transaction that only reads wrote something");
    }
}
