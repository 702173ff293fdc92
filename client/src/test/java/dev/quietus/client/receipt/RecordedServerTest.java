package dev.quietus.client.receipt;

import static dev.quietus.client.receipt.TestingReceipt.checks;
import static dev.quietus.client.receipt.TestingReceipt.faults;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Answers of a real server to one stop, recorded byte for byte: what was valid once stays valid,
 * whatever becomes of the server's code and of this one.
 */
class RecordedServerTest {

    private static final JsonObject RECORD = read();
    private static final List<JsonObject> EVENTS = RECORD.array("events").objects();

    private static JsonObject read() {
        try (InputStream in = Objects.requireNonNull(
                RecordedServerTest.class.getResourceAsStream("server-answers.json"))) {
            return Json.parseObject(in.readAllBytes(), JsonLimits.DEFAULT);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ReceiptVerdict verify(String answer, List<JsonObject> events) {
        String pem = RECORD.array("keys").object(0).string("public_key_pem");
        return ReceiptVerifier.verify(
                RECORD.object(answer), ReceiptKeys.fromPem(pem), Optional.of(events));
    }

    @Test
    void isValidWhenTheStopIsIncomplete() {
        assertThat(checks(verify("incomplete", EVENTS)))
                .contains(
                        "the 59 events that the receipt covers chain to its head hash",
                        "the 14 later events chain on");
    }

    @Test
    void isValidWhenEverythingIsQuiet() {
        assertThat(checks(verify("quiet", EVENTS)))
                .contains(
                        "2 outcomes rest on the word of a person: r/child/queued2 by"
                                + " operator:local, r/mail by operator:local",
                        "the 72 events that the receipt covers chain to its head hash",
                        "the 1 later events chain on");
    }

    @Test
    void isNotValidWithoutAnyOneOfItsEvents() {
        for (int index = 0; index < 72; index++) {
            List<JsonObject> events = new ArrayList<>(EVENTS);
            events.remove(index);
            assertThat(faults(verify("quiet", events)))
                    .singleElement()
                    .asString()
                    .startsWith("event_missing: event " + (index + 1) + " is missing");
        }
    }

    @Test
    void namesItsKeyAsTheServerDoes() {
        JsonObject key = RECORD.array("keys").object(0);
        assertThat(ReceiptKeys.fromPem(key.string("public_key_pem")).get(0).keyid())
                .isEqualTo(key.string("key_id"));
    }
}
