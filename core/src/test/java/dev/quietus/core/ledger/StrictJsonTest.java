package dev.quietus.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
    private static final int DEPTH = 4;

    @Test
    void readsWhatCanonicalJsonWrites() {
        Map<String, Object> value = Map.of(
                "empty", Map.of(),
                "list",
                        List.of(
                                "",
                                "\"\\/\b\f\n\r\t\u0000\u001fü\uD83D\uDE80",
                                Long.MIN_VALUE,
                                Long.MAX_VALUE,
                                true),
                "nested", Map.of("a", List.of(List.of(), Map.of("b", false))));
        assertThat(StrictJson.object(CanonicalJson.write(value), DEPTH)).isEqualTo(value);
        List<Object> list = List.of(value, 0L, "x");
        assertThat(StrictJson.list(CanonicalJson.write(list), DEPTH + 1)).isEqualTo(list);
    }

    @Test
    void readsEveryCharacterEvenHalfOfAPair() {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            text.append((char) c).append('x');
        }
        List<Object> list = List.of(text.toString(), "\udc00", "\ud800");
        assertThat(StrictJson.list(CanonicalJson.write(list), 1)).isEqualTo(list);
    }

    @Test
    void readsEscapesThatNeedNotBe() {
        assertThat(StrictJson.list("[\"\\u0041\\u00e9\\u00C9\\/\\ud83d\\ude80\\udc00\"]", 1))
                .isEqualTo(List.of("AéÉ/\uD83D\uDE80\udc00"));
    }

    @Test
    void keepsTheOrderOfFields() {
        assertThat(StrictJson.object("{\"b\":1,\"c\":2,\"a\":3}", 1).keySet())
                .containsExactly("b", "c", "a");
    }

    @Test
    void readsARow() {
        assertThat(StrictJson.row("[]", 0)).isEmpty();
        assertThat(StrictJson.row(
                        "[\"\",\"plain\",\"\\\"\\\\/\\\"\",\"ends with \\\\\",\"\\u0000x\\u001fx\","
                                + "\"\u007f\u0085\u2028ü\ud83d\ude80\",\"[\\\"a\\\",null,1]\","
                                + "\"null\",\"1,2]\",null,0,-9223372036854775808,"
                                + "9223372036854775807,null]",
                        14))
                .containsExactly(
                        "",
                        "plain",
                        "\"\\/\"",
                        "ends with \\",
                        "\u0000x\u001fx",
                        "\u007f\u0085\u2028ü\ud83d\ude80",
                        "[\"a\",null,1]",
                        "null",
                        "1,2]",
                        null,
                        0L,
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "1",
                "{}x",
                "{}\n",
                " {}",
                "{ }",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "{\"a\":1,}",
                "{,}",
                "{\"a\":1",
                "{\"a\":\"",
                "{\"a\":1]",
                "{\"a\" :1}",
                "{\"a\": 1}",
                "{\"a\":1 }",
                "{\"a\":1,\"a\":1}",
                "{\"a\":{\"b\":1,\"b\":\"x\"}}",
                "{\"a\":1,\"\\u0061\":2}",
                "{\"a\":[1 2]}",
                "{\"a\":[1,]}",
                "{\"a\":[,1]}"
            })
    void refusesWhatIsNoObject(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> StrictJson.object(text, DEPTH));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nul",
                "truth",
                "True",
                "truetrue",
                "fals",
                "NaN",
                "'a'",
                "\"",
                "\"\\\"",
                "\"\\",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12",
                "\"\\u12zz\"",
                "\"\\u+123\"",
                "\"\\u-001\"",
                "\"\\u\u0661\u0661\u0661\u0661\"",
                "\"a\nb\"",
                "\"\\ta\tb\"",
                "\"\u0000\"",
                "-",
                "+1",
                "--1",
                "1-",
                "1-2",
                "-0",
                "00",
                "01",
                "-01",
                "1.5",
                "1.0",
                ".5",
                "1e2",
                "1E2",
                "0x1",
                "\u0661",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999"
            })
    void refusesWhatIsNoValueOfOurs(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StrictJson.object("{\"a\":" + value + "}", DEPTH));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StrictJson.list("[" + value + "]", DEPTH));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StrictJson.row("[1," + value + "]", 2));
    }

    @Test
    void knowsNullInARowOnly() {
        assertThat(StrictJson.row("[null]", 1)).containsOnlyNulls();
        assertThatIllegalArgumentException().isThrownBy(() -> StrictJson.list("[null]", DEPTH));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StrictJson.object("{\"a\":null}", DEPTH));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[",
                "[]",
                "[1]",
                "[1,2",
                "[1,2,]",
                "[1,2,3]",
                "[1,2]x",
                "[1, 2]",
                "[1,2]\n",
                "{\"a\":1}",
                "[1,nul]",
                "[1,nullnull]",
                "[1,true]",
                "[1,[2]]",
                "[1,{}]",
                "[1,\"a]"
            })
    void refusesWhatIsNoRow(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> StrictJson.row(text, 2));
    }

    @Test
    void refusesMoreLevelsThanExpected() {
        assertThat(StrictJson.list("[[[1]]]", 3)).isEqualTo(List.of(List.of(List.of(1L))));
        assertThat(StrictJson.object("{\"a\":[{}]}", 3)).isEqualTo(Map.of("a", List.of(Map.of())));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StrictJson.list("[[[]]]", 2))
                .withMessage("the JSON has more than 2 levels at character 3");
        assertThatIllegalArgumentException().isThrownBy(() -> StrictJson.object("{\"a\":[{}]}", 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StrictJson.list("[".repeat(200) + "]".repeat(200), 64))
                .withMessageContaining("64 levels");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StrictJson.object("{\"a\":" + "[".repeat(1_000_000), 64))
                .withMessageContaining("64 levels");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"a":1            | its end at character 6
                    {"a":1}x          | more text at character 7
                    {"a";1}           | no ':' at character 4
                    {"a":1;           | no '}' at character 6
                    {"a":null}        | no value at character 5
                    {"a":1.5}         | no '}' at character 6
                    {"a":01}          | a number with a needless sign or zero at character 5
                    {"a":1,"a":2}     | the field 'a' twice at character 12
                    {"a":"\\x"}       | an unknown escape at character 8
                    {"a":"\\u1"}      | an unfinished escape at character 8
                    {"\tb":1}         | a control character that is not escaped at character 2
                    """)
    void saysWhatIsWrongAndWhere(String text, String found) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StrictJson.object(text, DEPTH))
                .withMessage("the JSON has " + found);
    }
}
