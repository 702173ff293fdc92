package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.ledger.CanonicalJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTextTest {
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
        assertThat(JsonText.object(CanonicalJson.write(value))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}x",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{\"a\":nul}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"\\u12zz\"}",
                "{\"a\":\"",
                "{\"a\":99999999999999999999}",
                "{\"a\":[1 2]}",
                "{\"a\":truth}"
            })
    void refusesAnythingElse(String text) {
        assertThatThrownBy(() -> JsonText.object(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesTooManyLevels() {
        String deep = "[".repeat(200) + "]".repeat(200);
        assertThatThrownBy(() -> JsonText.list(deep))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("64 levels");
    }
}
