package dev.quietus.core;

import static dev.quietus.core.operation.ExecutionState.AWAITING_APPROVAL;
import static dev.quietus.core.operation.ExecutionState.CANCELLED_BEFORE_START;
import static dev.quietus.core.operation.ExecutionState.CANCELLED_DURING_EXECUTION;
import static dev.quietus.core.operation.ExecutionState.DENIED;
import static dev.quietus.core.operation.ExecutionState.FAILED;
import static dev.quietus.core.operation.ExecutionState.OUTCOME_UNKNOWN;
import static dev.quietus.core.operation.ExecutionState.QUEUED;
import static dev.quietus.core.operation.ExecutionState.REJECTED;
import static dev.quietus.core.operation.ExecutionState.RUNNING;
import static dev.quietus.core.operation.ExecutionState.SCHEDULED;
import static dev.quietus.core.operation.ExecutionState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.run.RunState;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every pair of state and event that is no transition stands here, with the reason. */
class ImpossiblePairsTest {
    private static final class Impossible<S extends Enum<S>, E extends Enum<E>> {
        private final StateTable<S, E> table;
        private final Class<S> states;
        private final Class<E> events;
        private final Set<String> listed = new HashSet<>();

        Impossible(StateTable<S, E> table, Class<S> states, Class<E> events) {
            this.table = table;
            this.states = states;
            this.events = events;
        }

        Impossible<S, E> because(String reason, Set<S> from, Set<E> happens) {
            for (S state : from) {
                for (E event : happens) {
                    assertThat(listed.add(state + " " + event))
                            .as("%s %s is listed twice (%s)", state, event, reason)
                            .isTrue();
                }
            }
            return this;
        }

        void areAllBut() {
            Set<String> possible = new HashSet<>();
            table.rows().forEach(row -> possible.add(row.from() + " " + row.event()));
            Set<String> rest = new HashSet<>();
            for (S state : EnumSet.allOf(states)) {
                for (E event : EnumSet.allOf(events)) {
                    rest.add(state + " " + event);
                }
            }
            rest.removeAll(possible);
            assertThat(listed).isEqualTo(rest);
        }
    }

    private static final Set<ExecutionState.Event> RESULTS = EnumSet.of(
            ExecutionState.Event.FINISH_SUCCEEDED,
            ExecutionState.Event.FINISH_FAILED,
            ExecutionState.Event.FINISH_CANCELLED);

    private static final Set<ExecutionState.Event> DECISIONS = EnumSet.of(
            ExecutionState.Event.APPROVE,
            ExecutionState.Event.APPROVE_FOR_LATER,
            ExecutionState.Event.REJECT);

    private static final Set<ExecutionState.Event> STARTS = EnumSet.of(
            ExecutionState.Event.BEGIN, ExecutionState.Event.DENY, ExecutionState.Event.CANCEL);

    @Test
    void ofAnExecution() {
        new Impossible<>(ExecutionState.TABLE, ExecutionState.class, ExecutionState.Event.class)
                .because(
                        "what never starts or has its one result changes no more (S5)",
                        EnumSet.of(SUCCEEDED, FAILED, REJECTED, DENIED, CANCELLED_BEFORE_START),
                        EnumSet.allOf(ExecutionState.Event.class))
                .because(
                        "begin denies what a person has not decided",
                        EnumSet.of(AWAITING_APPROVAL),
                        EnumSet.of(ExecutionState.Event.BEGIN))
                .because(
                        "a person decides once",
                        EnumSet.of(
                                QUEUED,
                                SCHEDULED,
                                RUNNING,
                                OUTCOME_UNKNOWN,
                                CANCELLED_DURING_EXECUTION),
                        DECISIONS)
                .because(
                        "what has begun can't be kept from starting",
                        EnumSet.of(RUNNING, OUTCOME_UNKNOWN, CANCELLED_DURING_EXECUTION),
                        STARTS)
                .because(
                        "there is no attempt whose result this could be",
                        EnumSet.of(AWAITING_APPROVAL, QUEUED, SCHEDULED),
                        RESULTS)
                .because(
                        "there is no attempt that could fail, fall silent or have ended",
                        EnumSet.of(AWAITING_APPROVAL, QUEUED, SCHEDULED),
                        EnumSet.of(
                                ExecutionState.Event.FINISH_FOR_RETRY,
                                ExecutionState.Event.LOSE,
                                ExecutionState.Event.PROVE_ENDED))
                .because(
                        "without an attempt nothing was carried out",
                        EnumSet.of(AWAITING_APPROVAL, QUEUED),
                        EnumSet.of(ExecutionState.Event.PROVE_COMPLETED))
                .because(
                        "a worker that was given up gets no other attempt",
                        EnumSet.of(OUTCOME_UNKNOWN, CANCELLED_DURING_EXECUTION),
                        EnumSet.of(ExecutionState.Event.FINISH_FOR_RETRY))
                .because(
                        "it is lost, or known to have ended, already",
                        EnumSet.of(OUTCOME_UNKNOWN, CANCELLED_DURING_EXECUTION),
                        EnumSet.of(ExecutionState.Event.LOSE))
                .because(
                        "it says so already",
                        EnumSet.of(CANCELLED_DURING_EXECUTION),
                        EnumSet.of(
                                ExecutionState.Event.FINISH_CANCELLED,
                                ExecutionState.Event.PROVE_ENDED))
                .areAllBut();
    }

    @Test
    void ofAnEffect() {
        new Impossible<>(EffectState.TABLE, EffectState.class, EffectState.Event.class)
                .because(
                        "nothing that has not begun, or declares no effect, has one to show",
                        EnumSet.of(EffectState.NONE_EXPECTED),
                        EnumSet.of(
                                EffectState.Event.SHOW_PRESENT,
                                EffectState.Event.SHOW_ABSENT,
                                EffectState.Event.DOUBT))
                .because(
                        "it is doubted already",
                        EnumSet.of(EffectState.UNVERIFIED),
                        EnumSet.of(EffectState.Event.DOUBT))
                .because(
                        "a proven effect stays proven (S5)",
                        EnumSet.of(EffectState.VERIFIED_PRESENT),
                        EnumSet.allOf(EffectState.Event.class))
                .because(
                        "it is shown already",
                        EnumSet.of(EffectState.VERIFIED_ABSENT),
                        EnumSet.of(EffectState.Event.SHOW_ABSENT))
                .because(
                        "what is unknown is observed before it is tried again (S9)",
                        EnumSet.of(EffectState.UNKNOWN),
                        EnumSet.of(EffectState.Event.BEGIN))
                .because(
                        "only evidence leads out of unknown",
                        EnumSet.of(EffectState.UNKNOWN),
                        EnumSet.of(EffectState.Event.GIVE_UP, EffectState.Event.DOUBT))
                .areAllBut();
    }

    @Test
    void ofABarrier() {
        Set<BarrierState> beforeSettling =
                EnumSet.of(BarrierState.REQUESTED, BarrierState.SWEEPING, BarrierState.SIGNALLING);
        new Impossible<>(BarrierState.TABLE, BarrierState.class, BarrierState.Event.class)
                .because(
                        "a step is taken from the step before",
                        EnumSet.complementOf(EnumSet.of(BarrierState.REQUESTED)),
                        EnumSet.of(BarrierState.Event.START))
                .because(
                        "a step is taken from the step before",
                        EnumSet.complementOf(EnumSet.of(BarrierState.SWEEPING)),
                        EnumSet.of(BarrierState.Event.SWEPT))
                .because(
                        "a step is taken from the step before",
                        EnumSet.complementOf(EnumSet.of(BarrierState.SIGNALLING)),
                        EnumSet.of(BarrierState.Event.SIGNALLED))
                .because(
                        "everything is settled, or given up, while settling only",
                        EnumSet.complementOf(EnumSet.of(BarrierState.SETTLING)),
                        EnumSet.of(BarrierState.Event.SETTLED, BarrierState.Event.GIVE_UP))
                .because(
                        "nothing is certified but after the quiet period (S6)",
                        EnumSet.complementOf(EnumSet.of(BarrierState.QUIET)),
                        EnumSet.of(BarrierState.Event.CERTIFY))
                .because(
                        "it comes to settling anyway",
                        beforeSettling,
                        EnumSet.of(BarrierState.Event.MOVE))
                .because(
                        "it settles already",
                        EnumSet.of(BarrierState.SETTLING),
                        EnumSet.of(BarrierState.Event.MOVE))
                .areAllBut();
    }

    @Test
    void ofARun() {
        new Impossible<>(RunState.TABLE, RunState.class, RunState.Event.class)
                .because(
                        "it is stopped already, or has ended by itself and keeps that state",
                        EnumSet.of(
                                RunState.CANCELLING,
                                RunState.CANCELLED,
                                RunState.COMPLETED,
                                RunState.EXPIRED),
                        EnumSet.of(RunState.Event.STOP))
                .because(
                        "what is stopped or ended neither completes nor expires",
                        EnumSet.of(
                                RunState.CANCELLING,
                                RunState.CANCELLED,
                                RunState.COMPLETED,
                                RunState.EXPIRED),
                        EnumSet.of(RunState.Event.COMPLETE, RunState.Event.EXPIRE))
                .because(
                        "only a stop that is under way ends in a certificate",
                        EnumSet.complementOf(EnumSet.of(RunState.CANCELLING)),
                        EnumSet.of(RunState.Event.CERTIFY))
                .because(
                        "only a certificate can be contradicted",
                        EnumSet.complementOf(EnumSet.of(RunState.CANCELLED)),
                        EnumSet.of(RunState.Event.REOPEN))
                .areAllBut();
    }
}
