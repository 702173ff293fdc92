package dev.quietus.client.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of RFC 8785, and where Quietus keeps more than it asks for. */
class CanonicalJsonTest {

    @Test
    void writesTheExampleOfTheStandard() {
        String input = "{\"numbers\": [333333333.33333329, 1E30, 4.50, 2e-3,"
                + " 0.000000000000000000000000001],"
                + "\"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\","
                + "\"literals\": [null, true, false]}";
        assertThat(canonical(input))
                .isEqualTo("{\"literals\":[null,true,false],"
                        + "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    @Test
    void sortsByCodeUnitsAsTheStandardDoes() {
        String input = "{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\","
                + "\"\\ufb33\":\"Hebrew Letter Dalet With Dagesh\",\"1\":\"One\","
                + "\"\\ud83d\\ude00\":\"Emoji: Grinning Face\",\"\\u0080\":\"Control\","
                + "\"\\u00f6\":\"Latin Small Letter O With Diaeresis\"}";
        JsonObject sorted = Json.parseObject(canonical(input));
        assertThat(sorted.asMap().keySet())
                .containsExactly("\r", "1", "\u0080", "ö", "€", "😀", "\ufb33");
    }

    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2"
    })
    void writesTheNumbersOfTheStandard(String ieee, String expected) {
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(ieee, 16));
        assertThat(EcmaDouble.format(value)).isEqualTo(expected);
        assertThat(CanonicalJson.text(JsonNumber.of(value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "-0, 0",
        "-0.0, 0",
        "1.0, 1",
        "1E2, 100",
        "100e-2, 1",
        "1e-7, 1e-7",
        "1e20, 100000000000000000000",
        "1e21, 1e+21",
        "9007199254740993, 9007199254740993",
        "-9223372036854775808, -9223372036854775808",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775808, 9223372036854776000",
        "0.1e1, 1"
    })
    void writesEachNumberInOneForm(String literal, String expected) {
        assertThat(canonical(literal)).isEqualTo(expected);
    }

    @Test
    void refusesNumbersThatHaveNoForm() {
        assertThatThrownBy(() -> EcmaDouble.format(Double.NaN))
                .hasMessage("number for JSON: NaN has no JSON form");
        assertThatThrownBy(() -> JsonNumber.of(Double.POSITIVE_INFINITY))
                .hasMessage("number for JSON: Infinity has no JSON form");
        assertThatThrownBy(() -> canonical("[1e400]"))
                .isInstanceOf(JsonException.class)
                .hasMessage(
                        "canonical JSON: expected a number in the range of doubles, found 1e400");
    }

    @Test
    void writesDoublesThatReadBackAsTheSame() {
        Random random = new Random(8_785);
        for (int i = 0; i < 4_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isNaN(value) || Double.isInfinite(value)) {
                continue;
            }
            String text = EcmaDouble.format(value);
            assertThat(Double.parseDouble(text)).isEqualTo(value == 0 ? 0.0 : value);
            assertThat(digits(text)).isLessThanOrEqualTo(17);
        }
    }

    @Test
    void writesTheFewestDigitsAtEveryPowerOfTwo() {
        // There the next double below is half as far away as the next one above.
        for (int exponent = -1_074; exponent < 1_024; exponent++) {
            double value = Math.scalb(1.0, exponent);
            String text = EcmaDouble.format(value);
            assertThat(Double.parseDouble(text)).isEqualTo(value);
            assertThat(digits(text)).isLessThanOrEqualTo(digits(Double.toString(value)));
        }
    }

    @Test
    void escapesAsTheStandardDoesAndNoMore() {
        assertThat(CanonicalJson.text(new JsonString("\b\t\n\f\r\"\\/\u0000\u001f\u007f\u2028é😀")))
                .isEqualTo("\"\\b\\t\\n\\f\\r\\\"\\\\/\\u0000\\u001f\u007f\u2028é😀\"");
    }

    @Test
    void isTheSameForEveryOrderOfMembers() {
        String one = canonical("{\"b\":{\"y\":1,\"x\":2},\"a\":[]}");
        String other = canonical(" { \"a\" : [ ] , \"b\" : {\"x\":2,\"y\":1} } ");
        assertThat(one).isEqualTo(other).isEqualTo("{\"a\":[],\"b\":{\"x\":2,\"y\":1}}");
        assertThat(CanonicalJson.bytes(Json.parse(one)))
                .isEqualTo(one.getBytes(StandardCharsets.UTF_8));
    }

    private static String canonical(String input) {
        return CanonicalJson.text(Json.parse(input));
    }

    private static long digits(String number) {
        int exponent = Math.max(number.indexOf('e'), number.indexOf('E'));
        String mantissa = exponent < 0 ? number : number.substring(0, exponent);
        String significant = mantissa.replaceAll("[-.]", "").replaceFirst("^0+", "");
        return significant.replaceFirst("0+$", "").length();
    }
}
