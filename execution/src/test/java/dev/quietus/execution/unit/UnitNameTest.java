package dev.quietus.execution.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UnitNameTest {
    private static final UnitName NAME = new UnitName(
            "82abd97fc668",
            "324be0312db5.4026531836",
            new ProcessKey(4_194_304, 123_456_789_012L),
            new ProcessKey(28_359, 2_574_357),
            "5f6a86fa79a75d5e");

    @Test
    void isOneWordThatIsReadBack() {
        String word = NAME.toString();
        assertThat(word).hasSizeLessThan(200).doesNotContain(" ");
        assertThat(word).startsWith(UnitName.prefix("82abd97fc668"));
        assertThat(UnitName.parse(word)).contains(NAME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "worker-7",
                "unit:",
                "unit:h:s:1.2:3.4",
                "unit:h:s:1.2:3.4:5f6a86fa79a75d5e:more",
                "unit:h:s:0.2:3.4:5f6a86fa79a75d5e",
                "unit:h:s:1:3.4:5f6a86fa79a75d5e",
                "unit:h:s:1.2:3.x:5f6a86fa79a75d5e",
                "unit:h:s:1.2:3.4:5F6A86FA79A75D5E",
                "unit:h/..:s:1.2:3.4:5f6a86fa79a75d5e",
                "unit:h:s:99999999999999999999.2:3.4:5f6a86fa79a75d5e"
            })
    void isNotReadFromAnythingElse(String text) {
        assertThat(UnitName.parse(text)).isEmpty();
    }

    @Test
    void refusesAMarkThatCouldNameAnotherFolder() {
        assertThatThrownBy(() -> new UnitName(
                        "h", "s", NAME.leader(), NAME.supervisor(), "../../etc/passwd"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
