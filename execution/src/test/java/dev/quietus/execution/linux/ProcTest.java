package dev.quietus.execution.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class ProcTest {
    private static final String REST =
            " S 12 345 678 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 10 11 12 13";

    @Test
    void readsANameWithAnythingInIt() {
        assertThat(Proc.stat(9, "9 (a) R 1 (b) c)" + REST))
                .contains(new Proc.Stat(9, 'S', 12, 345, 678, 1, 987_654, "a) R 1 (b) c"));
    }

    @Test
    void readsNothingFromHalfALine() {
        String whole = "9 (name)" + REST;
        for (int cut = 0; cut < whole.indexOf("987654"); cut++) {
            assertThat(Proc.stat(9, whole.substring(0, cut)))
                    .as("cut at " + cut)
                    .isEmpty();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void findsThisProcess() {
        int self = (int) ProcessHandle.current().pid();
        assertThat(Proc.stat(self)).hasValueSatisfying(stat -> {
            assertThat(Proc.lives(stat)).isTrue();
            assertThat(Proc.member(stat).command()).contains("java");
        });
        assertThat(Proc.all()).contains(self, 1);
        assertThat(Proc.stat(0)).isEmpty();
    }
}
