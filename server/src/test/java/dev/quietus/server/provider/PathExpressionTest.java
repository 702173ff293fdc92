package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathExpressionTest {
    private static final String BY_ID = "$.items[?(@.operation_id == '{operation_id}')]";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "it's",
                "a\"b",
                "back\\slash",
                "'||true||'",
                "')]",
                "x'",
                "\\",
                "\\'",
                "[0]",
                "$..*",
                "{run_id}",
                "/.*/",
                "@.x",
                "\\u0041"
            })
    void comparesAHostileIdAsItIs(String id) {
        PathExpression expression = PathExpression.compile(BY_ID);
        var call = TestingCalls.call(id, Optional.empty(), Optional.empty());

        assertThat(expression.find(
                        call,
                        document("{'items': [{'operation_id': 'other'}, {'operation_id': 'A'}]}")))
                .isEqualTo(new Finding.Nothing(false));
        Object answer = Map.of("items", List.of(Map.of("operation_id", id)));
        assertThat(expression.find(call, answer)).isInstanceOf(Finding.Found.class);
    }

    @Test
    void takesAValueAsANameInBrackets() {
        PathExpression expression = PathExpression.compile("$[\"{run_id}\"]['{operation_id}']");
        var call = TestingCalls.call("a'],['b", Optional.empty(), Optional.empty());

        assertThat(expression.find(call, document("{'run-1': {'a': 1, 'b': 2}}")))
                .isEqualTo(new Finding.Nothing(false));
        assertThat(expression.find(call, Map.of("run-1", Map.of("a'],['b", 5))))
                .isEqualTo(new Finding.Found(5, List.of(5)));
    }

    @Test
    void comparesTheEpochAsANumber() {
        PathExpression expression =
                PathExpression.compile("$.items[?(@.epoch == {revocation_epoch})]");

        assertThat(expression.find(TestingCalls.call(), document("{'items': [{'epoch': 3}]}")))
                .isInstanceOf(Finding.Found.class);
        assertThat(expression.find(TestingCalls.call(), document("{'items': [{'epoch': 4}]}")))
                .isEqualTo(new Finding.Nothing(false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$.a | {'a': 1}",
                "$.a | {'a': false}",
                "$.a | {'a': ''}",
                "$.a | {'a': {}}",
                "$.a | {'a': [1]}",
                "$.a[*] | {'a': [null]}",
                "$..id | {'a': [{'id': 1}]}",
                "$ | 'text'",
                "$.a[?(@.id == 7)] | {'a': {'id': 7}}",
            })
    void findsWhatIsThere(String expression, String answer) {
        assertThat(PathExpression.compile(expression).find(TestingCalls.call(), document(answer)))
                .isInstanceOf(Finding.Found.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$.a | {}",
                "$.a | []",
                "$.a | null",
                "$.a | 5",
                "$.a | {'a': null}",
                "$.a.b | {'a': 5}",
                "$.a[0] | {'a': []}",
                "$.a[*].b | {'a': [1, null, {}]}",
                "$.a[?(@.id == 7)] | {}",
                "$.a[?(@.id == 7)] | {'a': null}",
                "$.a[?(@.id == 7)] | {'a': [1, null, 'x', {'id': 8}]}",
                "$..id | {'a': 1}",
            })
    void findsNothingWhereNothingIs(String expression, String answer) {
        assertThat(PathExpression.compile(expression).find(TestingCalls.call(), document(answer)))
                .isEqualTo(new Finding.Nothing(false));
    }

    @Test
    void tellsAListThatIsThereAndEmptyFromNothing() {
        assertThat(PathExpression.compile("$.a").find(TestingCalls.call(), document("{'a': []}")))
                .isEqualTo(new Finding.Nothing(true));
    }

    @Test
    void cannotBeAppliedToAnAnswerOfAnotherShape() {
        assertThat(PathExpression.compile(BY_ID)
                        .find(TestingCalls.call(), document("{'items': 'many'}")))
                .isEqualTo(new Finding.Failed("the expression cannot be applied to this answer"));
    }

    @Test
    void survivesNumbersOfAnySize() {
        PathExpression expression = PathExpression.compile("$.items[?(@.id == 7)]");

        var answer = document("{'items': [{'id': 1e999999999}, {'id': -1e-999999999},"
                + " {'id': 123456789012345678901}]}");
        assertThat(expression.find(TestingCalls.call(), answer))
                .isEqualTo(new Finding.Nothing(false));
    }

    @Test
    void saysWhichValueIsMissing() {
        PathExpression expression = PathExpression.compile("$.jobs[?(@.id == '{provider_job}')]");

        assertThat(expression.find(TestingCalls.callWithoutJob(), document("{}")))
                .isEqualTo(new Finding.Failed("no provider_job was reported"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "items[*] | begins with $",
                "$.items[?(@.id == {operation_id})] | placeholder {operation_id} must"
                        + " stand inside quotes",
                "$.{run_id}.x | placeholder {run_id} must stand inside quotes",
                "$.items[?(@.id =~ /x/)] | regular expressions are refused",
                "$..a..b | at most one '..'",
                "$.a[?(@.id == $.b)] | $ is allowed only at the beginning",
                "$.a[?(@.x anyof @.y)] | must be a literal list",
                "$.items.length() | a function at the end",
                "$['a', 'b'] | a list of names in brackets",
                "$.items[?(@.id = 7)] | not a JSONPath",
                "$.items[ | the brackets do not match",
                "$.items[?(@.id == \"x)] | the quote \" at position 18 is not closed",
                "$. | not a JSONPath",
                "$.items] | the brackets do not match",
                "$.items[(1] | the brackets do not match",
                "$.a,b | ',' at position 3 can stand in a name only as ['…']",
                "$.items?[0] | '?' at position 7 can stand in a name only as ['…']",
            })
    void refusesWhatIsNoExpressionOrHasNoBound(String expression, String message) {
        assertThatThrownBy(() -> PathExpression.compile(expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void allowsListsAndFunctionsInsideAFilter() {
        PathExpression expression = PathExpression.compile(
                "$.items[?(@.state in ['done', 'gone'] && @.parts.length() > 0)]");

        assertThat(expression.find(
                        TestingCalls.call(),
                        document("{'items': [{'state': 'done', 'parts': [1]}]}")))
                .isInstanceOf(Finding.Found.class);
    }

    private static @Nullable Object document(String json) {
        byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        if (JsonAnswer.read(ByteBuffer.wrap(bytes)) instanceof JsonAnswer.Json answer) {
            return answer.document();
        }
        throw new AssertionError("not JSON: " + json);
    }
}
