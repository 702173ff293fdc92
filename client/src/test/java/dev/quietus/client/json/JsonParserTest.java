package dev.quietus.client.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the parser takes, and at which byte it stops at everything else. */
class JsonParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                | 0  | a value | the end of the text
            ` `               | 1  | a value | the end of the text
            `nul`             | 3  | 'null' | the end of the text
            `nulL`            | 3  | 'null' | 'L'
            `True`            | 0  | a value | 'T'
            `NaN`             | 0  | a value | 'N'
            `+1`              | 0  | a value | '+'
            `.5`              | 0  | a value | '.'
            `-`               | 1  | a digit | the end of the text
            `-a`              | 1  | a digit | 'a'
            `01`              | 1  | no digit behind a leading zero | '1'
            `-00`             | 2  | no digit behind a leading zero | '0'
            `1.`              | 2  | a digit behind the decimal point | the end of the text
            `1.e5`            | 2  | a digit behind the decimal point | 'e'
            `1e`              | 2  | a digit in the exponent | the end of the text
            `1E+`             | 3  | a digit in the exponent | the end of the text
            `0x10`            | 1  | nothing behind the value | 'x'
            `1 2`             | 2  | nothing behind the value | '2'
            `{}{}`            | 2  | nothing behind the value | '{'
            `{} // so`        | 3  | nothing behind the value | '/'
            `[1,]`            | 3  | a value | ']'
            `[,1]`            | 1  | a value | ','
            `[1 2]`           | 3  | ',' or ']' behind an element | '2'
            `[1`              | 2  | ',' or ']' behind an element | the end of the text
            `[`               | 1  | a value | the end of the text
            `]`               | 0  | a value | ']'
            `{`               | 1  | a member name in double quotes or '}' | the end of the text
            `{a:1}`           | 1  | a member name in double quotes or '}' | 'a'
            `{'a':1}`         | 1  | a member name in double quotes or '}' | '''
            `{"a":1,}`        | 7  | a member name in double quotes | '}'
            `{"a" 1}`         | 5  | ':' behind a member name | '1'
            `{"a":}`          | 5  | a value | '}'
            `{"a":1 "b":2}`   | 7  | ',' or '}' behind a member | '"'
            `{"a":1,"a":2}`   | 7  | each member once | "a" again
            `{"a":1,"\\u0061":2}` | 7 | each member once | "a" again
            `"abc`            | 4  | '"' at the end of a string | the end of the text
            `"\\`             | 2  | '"' at the end of a string | the end of the text
            `"\\x"`           | 2  | one of " \\ / b f n r t u behind a backslash | 'x'
            `"\\U0041"`       | 2  | one of " \\ / b f n r t u behind a backslash | 'U'
            `"\\u12"`         | 5  | four hexadecimal digits behind \\u | '"'
            `"\\u12G4"`       | 5  | four hexadecimal digits behind \\u | 'G'
            `"\\u"`           | 3  | four hexadecimal digits behind \\u | '"'
            `"\\ud800"`       | 1  | a whole surrogate pair | half of one
            `"\\ud800x"`      | 1  | a whole surrogate pair | half of one
            `"\\ud800\\n"`    | 1  | a whole surrogate pair | half of one
            `"\\ud800\\u0041"`| 1  | a whole surrogate pair | half of one
            `"ab\\udc00"`     | 3  | a whole surrogate pair | half of one
            `"\\ud800\\ud800"`| 1  | a whole surrogate pair | half of one
            """)
    void refuses(String text, int offset, String expected, String found) {
        assertBroken(text.getBytes(StandardCharsets.UTF_8), offset, expected, found);
    }

    @Test
    void refusesControlCharactersInStrings() {
        for (int unit = 0; unit < 0x20; unit++) {
            byte[] text = {'"', 'a', (byte) unit, '"'};
            String hex = "byte 0x" + (unit < 0x10 ? "0" : "") + Integer.toHexString(unit);
            assertBroken(text, 2, "an escape in place of a control character", hex);
        }
    }

    @Test
    void refusesWhiteSpaceThatOtherFormatsKnow() {
        assertBroken(bytes(0x0C, '1'), 0, "a value", "byte 0x0c");
        assertBroken(bytes('1', 0x0B), 1, "nothing behind the value", "byte 0x0b");
        assertBroken(bytes(0xC2, 0xA0, '1'), 0, "a value", "byte 0xc2");
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        assertBroken(bytes('"', 0xFF, '"'), 1, "valid UTF-8", "byte 0xff");
        assertBroken(bytes('"', 'a', 0xC3, '"'), 2, "valid UTF-8", "byte 0xc3");
        // An overlong slash, a surrogate written as UTF-8, a character beyond Unicode, a cut one.
        assertBroken(bytes('"', 0xC0, 0xAF, '"'), 1, "valid UTF-8", "byte 0xc0");
        assertBroken(bytes('"', 0xED, 0xA0, 0x80, '"'), 1, "valid UTF-8", "byte 0xed");
        assertBroken(bytes('"', 0xF4, 0x90, 0x80, 0x80, '"'), 1, "valid UTF-8", "byte 0xf4");
        assertBroken(bytes('"', 0xF0, 0x9F, 0x98), 1, "valid UTF-8", "byte 0xf0");
    }

    @Test
    void findsABadByteFarBehind() {
        byte[] text = new byte[100_000];
        Arrays.fill(text, (byte) 'x');
        text[0] = '"';
        text[99_990] = (byte) 0x80;
        assertBroken(text, 99_990, "valid UTF-8", "byte 0x80");
    }

    @Test
    void refusesAByteOrderMark() {
        assertBroken(bytes(0xEF, 0xBB, 0xBF, '1'), 0, "a value", "a byte order mark");
    }

    @Test
    void refusesOneLevelMoreThanAllowed() {
        JsonLimits three = new JsonLimits(1_000, 3);
        assertThat(Json.parse("[[[]]]", three).toJson()).isEqualTo("[[[]]]");
        assertThatThrownBy(() -> Json.parse("[{\"a\":[[]]}]", three))
                .isInstanceOf(JsonException.class)
                .hasMessage("JSON broken at byte 7:"
                        + " expected at most 3 levels of nesting, found one more");
    }

    @Test
    void countsDepthAnewBehindEachClosedLevel() {
        JsonLimits two = new JsonLimits(1_000, 2);
        assertThat(Json.parse("[[],[],{},{\"a\":1},[2]]", two).toJson())
                .isEqualTo("[[],[],{},{\"a\":1},[2]]");
    }

    @Test
    void survivesTheDeepestNestingAllowedAndABombBeyondIt() {
        String deep = "[".repeat(512) + "]".repeat(512);
        assertThat(Json.parse(deep, new JsonLimits(2_000, 512)).toJson()).isEqualTo(deep);
        assertThatThrownBy(() -> Json.parse("[".repeat(1_000_000)))
                .hasMessage("JSON broken at byte 64:"
                        + " expected at most 64 levels of nesting, found one more");
    }

    @Test
    void refusesATextOverItsBound() {
        JsonLimits ten = JsonLimits.ofBytes(10);
        assertThat(Json.parse("\"12345678\"", ten)).isEqualTo(new JsonString("12345678"));
        assertThatThrownBy(() -> Json.parse("\"123456789\"", ten))
                .isInstanceOf(JsonException.class)
                .hasMessage("JSON text: 11 bytes, allowed are 10")
                .satisfies(e -> assertThat(((JsonException) e).byteOffset())
                        .isEqualTo(OptionalInt.empty()));
    }

    @Test
    void refusesANumberThatIsTooLongToBeMeant() {
        String longest = "9".repeat(1_000);
        assertThat(Json.parse(longest).toJson()).isEqualTo(longest);
        assertBroken(
                ("[" + longest + "0]").getBytes(StandardCharsets.US_ASCII),
                1,
                "at most 1000 characters in a number",
                "1001 characters");
    }

    @Test
    void refusesATextWithHalfAPair() {
        assertThatThrownBy(() -> Json.parse("\"ab\uD83D\""))
                .isInstanceOf(JsonException.class)
                .hasMessage("JSON text: half of a surrogate pair at index 3");
    }

    @Test
    void keepsNumbersAsTheyAreWritten() {
        for (String literal :
                List.of("0", "-0", "-0.0", "1E400", "1.50", "123456789012345678901")) {
            assertThat(Json.parse(literal).toJson()).isEqualTo(literal);
        }
    }

    @Test
    void readsEveryEscapeAndEveryPlane() {
        assertThat(Json.parse(
                        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\u00e9\\uD83D\\uDE00é😀\\u2028\""))
                .isEqualTo(new JsonString("\"\\/\b\f\n\r\t\0é😀é😀\u2028"));
    }

    @Test
    void readsWhiteSpaceEverywhereItMayStand() {
        assertThat(Json.parse(" \r\n\t{ \"a\" : [ 1 , true , null , false ] , \"b\" : { } } ")
                        .toJson())
                .isEqualTo("{\"a\":[1,true,null,false],\"b\":{}}");
    }

    @Test
    void neverThrowsAnythingElseForRandomBytes() {
        Random random = new Random(20_260_816);
        byte[] alphabet = "{}[]\",:\\u0dtrufalsn-+.eE19 \n\u00e9".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20_000; i++) {
            byte[] text = new byte[random.nextInt(24)];
            for (int at = 0; at < text.length; at++) {
                text[at] = alphabet[random.nextInt(alphabet.length)];
            }
            try {
                JsonValue value = Json.parse(text);
                assertThat(Json.parse(value.toJson())).isEqualTo(value);
            } catch (JsonException expected) {
                assertThat(expected.byteOffset().orElseThrow()).isBetween(0, text.length);
            }
        }
    }

    private static byte[] bytes(int... units) {
        byte[] bytes = new byte[units.length];
        for (int i = 0; i < units.length; i++) {
            bytes[i] = (byte) units[i];
        }
        return bytes;
    }

    private static void assertBroken(byte[] text, int offset, String expected, String found) {
        assertThatThrownBy(() -> Json.parse(text))
                .isInstanceOf(JsonException.class)
                .hasMessage("JSON broken at byte " + offset + ": expected " + expected + ", found "
                        + found)
                .satisfies(e -> assertThat(((JsonException) e).byteOffset())
                        .isEqualTo(OptionalInt.of(offset)));
    }
}
