package dev.quietus.execution.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentBlockTest {

    @Test
    void sortsWithoutRegardToCaseAndEndsWithTwoNuls() {
        assertThat(block(Map.of("b", "2", "A", "1", "C", "3=x"), Map.of()))
                .isEqualTo("A=1\0b=2\0C=3=x\0\0");
    }

    /** "_" stands after the capitals and before the small letters. */
    @Test
    void comparesInUpperCase() {
        assertThat(block(Map.of("a_", "1", "ab", "2"), Map.of())).isEqualTo("ab=2\0a_=1\0\0");
    }

    @Test
    void isTwoNulsWhenThereIsNothing() {
        assertThat(block(Map.of(), Map.of())).isEqualTo("\0\0");
    }

    @Test
    void addsTheFolderOfWindowsWhereItIsMissing() {
        assertThat(block(Map.of("A", "1"), Map.of("SYSTEMROOT", "C:\\Windows")))
                .isEqualTo("A=1\0SystemRoot=C:\\Windows\0\0");
        assertThat(block(Map.of("systemroot", "D:\\W"), Map.of("SystemRoot", "C:\\Windows")))
                .isEqualTo("systemroot=D:\\W\0\0");
    }

    @Test
    void keepsTheFoldersOfDrives() {
        assertThat(block(Map.of("=C:", "C:\\x"), Map.of())).isEqualTo("=C:=C:\\x\0\0");
    }

    @Test
    void refusesTwoThatAreOneToWindows() {
        assertThatThrownBy(() -> block(Map.of("Path", "a", "PATH", "b"), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one to Windows");
    }

    @Test
    void refusesWhatIsNoName() {
        assertThatThrownBy(() -> block(Map.of("A=B", "c"), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> block(Map.of("", "c"), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String block(Map<String, String> environment, Map<String, String> own) {
        return new String(EnvironmentBlock.of(environment, own));
    }
}
