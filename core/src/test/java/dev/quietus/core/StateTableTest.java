package dev.quietus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StateTableTest {
    private enum Door {
        OPEN,
        SHUT,
        LOCKED
    }

    private enum Act {
        CLOSE_GENTLY,
        LOCK
    }

    private final StateTable<Door, Act> table = StateTable.<Door, Act>named("door")
            .row(Door.OPEN, Act.CLOSE_GENTLY, Door.SHUT)
            .row(Door.SHUT, Act.LOCK, Door.LOCKED)
            .build();

    @Test
    void leadsWhereItsRowsSayAndNowhereElse() {
        assertThat(table.next(Door.OPEN, Act.CLOSE_GENTLY)).contains(Door.SHUT);
        assertThat(table.next(Door.OPEN, Act.LOCK)).isEmpty();
        assertThat(table.require(Door.SHUT, Act.LOCK)).isEqualTo(Door.LOCKED);
    }

    @Test
    void callsAnImpossiblePairABug() {
        assertThatThrownBy(() -> table.require(Door.LOCKED, Act.LOCK))
                .isInstanceOf(Invariant.Violated.class)
                .hasMessage("door: LOCK is impossible in LOCKED");
    }

    @Test
    void refusesToDeclareAPairTwice() {
        StateTable.Builder<Door, Act> builder =
                StateTable.<Door, Act>named("door").row(Door.OPEN, Act.LOCK, Door.LOCKED);
        assertThatThrownBy(() -> builder.row(Door.OPEN, Act.LOCK, Door.SHUT))
                .isInstanceOf(Invariant.Violated.class)
                .hasMessage("door: LOCK in OPEN is declared twice");
    }

    @Test
    void remembersWhichRowsWereTaken() {
        assertThat(table.unvisited()).isEqualTo(table.rows());
        table.next(Door.OPEN, Act.CLOSE_GENTLY);
        table.next(Door.OPEN, Act.LOCK);
        assertThat(table.unvisited())
                .containsExactly(new StateTable.Row<>(Door.SHUT, Act.LOCK, Door.LOCKED));
    }

    @Test
    void drawsItself() {
        assertThat(table.diagram()).isEqualTo("""
                stateDiagram-v2
                    open --> shut: close_gently
                    shut --> locked: lock
                """);
        assertThat(table.name()).isEqualTo("door");
    }
}
