package dev.quietus.client.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonValueTest {

    private static final JsonObject RUN = Json.parseObject("{\"run\":{\"lease\":\"l\",\"epoch\":17,"
            + "\"half\":0.5,\"big\":9223372036854775808,\"live\":true,\"gone\":null,"
            + "\"at\":\"2026-08-16T10:51:04.018Z\",\"odd name\":1,"
            + "\"calls\":[{\"id\":\"a\"},{\"id\":2}]}}");

    @Test
    void readsMembersByType() {
        JsonObject run = RUN.object("run");
        assertThat(run.string("lease")).isEqualTo("l");
        assertThat(run.integer("epoch")).isEqualTo(17);
        assertThat(run.bool("live")).isTrue();
        assertThat(run.instant("at")).isEqualTo(Instant.parse("2026-08-16T10:51:04.018Z"));
        assertThat(run.array("calls").size()).isEqualTo(2);
        assertThat(run.has("gone")).isTrue();
        assertThat(run.optionalString("gone")).isEmpty();
        assertThat(run.optionalInteger("absent")).isEqualTo(OptionalLong.empty());
        assertThat(run.member("gone")).contains(JsonNull.INSTANCE);
    }

    @ParameterizedTest
    @CsvSource({
        "lease, integer, '$.run.lease: expected an integer, found a string'",
        "half, integer, '$.run.half: expected an integer, found the number 0.5'",
        "big, integer, '$.run.big: expected an integer, found the number 9223372036854775808'",
        "gone, integer, '$.run.gone: expected an integer, found null'",
        "none, integer, '$.run.none: expected an integer, found nothing'",
        "epoch, string, '$.run.epoch: expected a string, found the number 17'",
        "live, string, '$.run.live: expected a string, found true'",
        "calls, object, '$.run.calls: expected an object, found an array'",
        "lease, array, '$.run.lease: expected an array, found a string'",
        "epoch, bool, '$.run.epoch: expected true or false, found the number 17'",
        "lease, instant, '$.run.lease: expected a time (RFC 3339), found \"l\"'",
        "odd name, string, '$.run[\"odd name\"]: expected a string, found the number 1'"
    })
    void namesThePathOfWhatDoesNotFit(String member, String type, String message) {
        JsonObject run = RUN.object("run");
        assertThatThrownBy(() -> {
                    switch (type) {
                        case "integer" -> run.integer(member);
                        case "string" -> run.string(member);
                        case "object" -> run.object(member);
                        case "array" -> run.array(member);
                        case "bool" -> run.bool(member);
                        default -> run.instant(member);
                    }
                })
                .isInstanceOf(JsonException.class)
                .hasMessage(message);
    }

    @Test
    void namesThePathOfElements() {
        JsonArray calls = RUN.object("run").array("calls");
        assertThatThrownBy(() -> calls.object(1).string("id"))
                .hasMessage("$.run.calls[1].id: expected a string, found the number 2");
        assertThatThrownBy(() -> calls.value(2))
                .hasMessage("$.run.calls[2]: expected an element, found an array of 2");
        assertThatThrownBy(() -> calls.string(0))
                .hasMessage("$.run.calls[0]: expected a string, found an object");
        assertThatThrownBy(() -> Json.parseObject("[]"))
                .hasMessage("$: expected an object, found an array");
    }

    @Test
    void refusesAMemberPutTwice() {
        JsonObject.Builder builder = JsonObject.builder().put("a", 1);
        assertThatThrownBy(() -> builder.put("a", "2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("JSON object: member a was put before");
    }

    @Test
    void refusesTextThatHasNoUtf8Form() {
        assertThatThrownBy(() -> new JsonString("a\uDC00b"))
                .hasMessage("text for JSON: half of a surrogate pair at index 1");
        assertThatThrownBy(() -> JsonObject.builder().put("\uD800", 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonObject.empty().with("\uD800", JsonNull.INSTANCE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void putsOptionalValuesOfEveryKind() {
        JsonObject object = JsonObject.builder()
                .putIfPresent("a", Optional.empty())
                .putIfPresent("b", Optional.of("text"))
                .putIfPresent("c", Optional.of(3))
                .putIfPresent("d", Optional.of(4L))
                .putIfPresent("e", Optional.of(true))
                .putIfPresent("f", Optional.of(Instant.EPOCH))
                .putIfPresent("g", Optional.of(JsonArray.empty()))
                .putIfPresent("h", OptionalLong.empty())
                .build();
        assertThat(object.toJson())
                .isEqualTo("{\"b\":\"text\",\"c\":3,\"d\":4,\"e\":true,"
                        + "\"f\":\"1970-01-01T00:00:00.000Z\",\"g\":[]}");
        assertThatThrownBy(() -> JsonObject.builder().putIfPresent("x", Optional.of(1.5)))
                .hasMessageContaining("found java.lang.Double");
    }

    @Test
    void changesACopyOnly() {
        JsonObject one = Json.parseObject("{\"a\":1,\"b\":2}");
        assertThat(one.with("a", JsonNumber.of(9)).toJson()).isEqualTo("{\"a\":9,\"b\":2}");
        assertThat(one.without("a").toJson()).isEqualTo("{\"b\":2}");
        assertThat(one.toJson()).isEqualTo("{\"a\":1,\"b\":2}");
        assertThatThrownBy(() -> one.asMap().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void comparesObjectsWithoutRegardToOrderAndNumbersAsWritten() {
        assertThat(Json.parse("{\"a\":1,\"b\":[2]}")).isEqualTo(Json.parse("{\"b\":[2],\"a\":1}"));
        assertThat(Json.parse("[1,2]")).isNotEqualTo(Json.parse("[2,1]"));
        assertThat(Json.parse("1.0")).isNotEqualTo(Json.parse("1"));
        assertThat(JsonArray.ofStrings(List.of("a", "b")).strings()).containsExactly("a", "b");
    }

    @Test
    void writesForPeople() {
        assertThat(Json.parse("{\"a\":[1,{\"b\":[]}],\"c\":{}}").toPrettyJson()).isEqualTo("""
                        {
                          "a": [
                            1,
                            {
                              "b": []
                            }
                          ],
                          "c": {}
                        }""");
    }

    @Test
    void writesTimesInMillisecondsCutOff() {
        assertThat(Json.timestamp(Instant.parse("2026-08-16T10:51:04.018999Z")))
                .isEqualTo("2026-08-16T10:51:04.018Z");
        assertThat(Json.timestamp(Instant.parse("2026-08-16T10:51:04Z")))
                .isEqualTo("2026-08-16T10:51:04.000Z");
    }

    @Test
    void knowsWhichNumbersAreWholeAndFit() {
        assertThat(number("-9223372036854775808").longValue())
                .isEqualTo(OptionalLong.of(Long.MIN_VALUE));
        assertThat(number("-9223372036854775809").longValue()).isEqualTo(OptionalLong.empty());
        assertThat(number("1e2").longValue()).isEqualTo(OptionalLong.empty());
        assertThat(number("1e400").doubleValue()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(number("12345678901234567890123").isInteger()).isTrue();
    }

    @Test
    void refusesLimitsThatAreNone() {
        assertThatThrownBy(() -> new JsonLimits(0, 1))
                .hasMessage("JSON limit in bytes: at least 1, found 0");
        assertThatThrownBy(() -> new JsonLimits(1, 513))
                .hasMessage("JSON limit in depth: 1 to 512, found 513");
    }

    private static JsonNumber number(String literal) {
        return (JsonNumber) Json.parse(literal);
    }

    /** A request that was built a second time went out without its members. */
    @Test
    void aBuilderGoesOnFromWhatItBuilt() {
        JsonObject.Builder builder = JsonObject.builder().put("a", 1);
        JsonObject first = builder.build();
        JsonObject again = builder.build();
        JsonObject more = builder.put("b", 2).build();

        assertThat(first).isEqualTo(Json.parseObject("{\"a\":1}")).isEqualTo(again);
        assertThat(more).isEqualTo(Json.parseObject("{\"a\":1,\"b\":2}"));
    }
}
