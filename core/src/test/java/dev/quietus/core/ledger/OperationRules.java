package dev.quietus.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Wire;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.Settlement.SettledState;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What must hold of each operation, alone and against its events (S3, S4). */
final class OperationRules {
    private final TestingLedger ledger;

    OperationRules(TestingLedger ledger) {
        this.ledger = ledger;
    }

    void check(Operation operation) {
        List<EventDraft> events = ledger.events(operation.tree()).stream()
                .map(Event::draft)
                .filter(draft ->
                        draft.operation().filter(operation.key()::equals).isPresent())
                .toList();
        itBeganAsOftenAsItsEventsSay(operation, events);
        itsExecutionFitsItsAttempt(operation);
        itsEffectFitsItsSettlement(operation);
        itsSettlementHasItsEvent(operation, events);
        noBarrierForgetsIt(operation);
        itsAbsenceWasSeenAfterTheCancel(operation);
    }

    private static void itBeganAsOftenAsItsEventsSay(Operation operation, List<EventDraft> events) {
        assertThat(events.stream().filter(is(EventType.OPERATION_BEGUN)))
                .as("S3 %s began", operation.key())
                .hasSize(operation.attempts());
        if (operation.work().kind() != OperationKind.RECOVERY) {
            assertThat(events.stream().filter(is(EventType.OPERATION_ACCEPTED)))
                    .as("S3 %s was accepted", operation.key())
                    .hasSize(1);
        }
    }

    private static java.util.function.Predicate<EventDraft> is(EventType type) {
        return draft -> draft.type() == type;
    }

    private static void itsExecutionFitsItsAttempt(Operation operation) {
        Set<ExecutionState> withoutAttempt = EnumSet.of(
                ExecutionState.AWAITING_APPROVAL,
                ExecutionState.QUEUED,
                ExecutionState.SCHEDULED,
                ExecutionState.REJECTED,
                ExecutionState.DENIED,
                ExecutionState.CANCELLED_BEFORE_START);
        if (operation.attempt().isEmpty()) {
            assertThat(operation.execution()).as("%s", operation.key()).isIn(withoutAttempt);
            assertThat(operation.settlement()).isEqualTo(new Settlement.Open());
            assertThat(operation.effect()).isEqualTo(EffectState.NONE_EXPECTED);
        }
        if (operation.execution() == ExecutionState.RUNNING) {
            assertThat(operation.attempt().orElseThrow().result())
                    .as("%s runs and has no result", operation.key())
                    .isEmpty();
        }
        boolean due = operation.availableAt().isPresent();
        boolean waits = operation.execution() == ExecutionState.QUEUED
                || operation.execution() == ExecutionState.SCHEDULED;
        assertThat(due).as("%s stands in a queue", operation.key()).isEqualTo(waits);
    }

    private static void itsEffectFitsItsSettlement(Operation operation) {
        if (operation.attempt().isEmpty() || operation.work().effects() == Effects.NONE) {
            return;
        }
        EffectState expected = switch (operation.settlement()) {
            case Settlement.Open() -> EffectState.UNVERIFIED;
            case Settlement.Unknown _ -> EffectState.UNKNOWN;
            case Settlement.Settled settled ->
                switch (settled.state()) {
                    case COMPLETED_AND_VERIFIED -> EffectState.VERIFIED_PRESENT;
                    case CANCELLED_WITHOUT_EFFECT, ENDED_NO_EFFECT_EXPECTED ->
                        EffectState.VERIFIED_ABSENT;
                };
        };
        assertThat(operation.effect()).as("%s", operation).isEqualTo(expected);
    }

    private static void itsSettlementHasItsEvent(Operation operation, List<EventDraft> events) {
        switch (operation.settlement()) {
            case Settlement.Open() -> {}
            case Settlement.Unknown unknown ->
                assertThat(last(events, EventType.OUTCOME_UNKNOWN).data())
                        .containsEntry("held_by", unknown.heldBy());
            case Settlement.Settled settled -> {
                if (settled.state() != SettledState.ENDED_NO_EFFECT_EXPECTED) {
                    assertThat(last(events, EventType.OPERATION_SETTLED).data())
                            .containsEntry("settled_state", Wire.of(settled.state()))
                            .containsEntry("by", settled.by());
                }
            }
        }
    }

    private static EventDraft last(List<EventDraft> events, EventType type) {
        return events.stream().filter(is(type)).toList().getLast();
    }

    /** L2: what a barrier waits for is looked at again. */
    private void noBarrierForgetsIt(Operation operation) {
        boolean held = ledger.read(records ->
                !records.barriersHolding(operation.tree(), operation.key()).isEmpty());
        if (held && operation.settlement() instanceof Settlement.Open) {
            assertThat(operation.looking().nextAt())
                    .as("%s is looked at again", operation.key())
                    .isPresent();
            assertThat(operation.looking().deadline())
                    .as("%s has a budget", operation.key())
                    .isPresent();
        }
    }

    /** S4: asked after the cancel, and once more after the quiet period. */
    private void itsAbsenceWasSeenAfterTheCancel(Operation operation) {
        if (!(operation.settlement() instanceof Settlement.Settled settled)
                || settled.state() != SettledState.CANCELLED_WITHOUT_EFFECT
                || !settled.byProvider()) {
            return;
        }
        Instant asked = operation.looking().last().orElseThrow().begunAt();
        if (operation.cancelRequest() instanceof CancelRequest.Answered answered
                && !answered.answeredAt().isAfter(settled.at())) {
            assertThat(settled.confirmedAt().filter(asked::isBefore).orElse(asked))
                    .as("S4 %s", operation.key())
                    .isAfterOrEqualTo(answered.answeredAt());
        }
        List<Barrier> over =
                ledger.read(records -> records.barriersHolding(operation.tree(), operation.key()));
        for (Barrier barrier : over) {
            if (barrier.state() == BarrierState.CERTIFIED) {
                Optional<Instant> confirmed = settled.confirmedAt();
                assertThat(confirmed).as("S4 %s: seen again", operation.key()).isPresent();
                assertThat(confirmed.orElseThrow()).isAfterOrEqualTo(barrier.lastActivityAt());
            }
        }
    }
}
