package dev.quietus.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The headers of a message, from any queue and in any case. */
class MessageEnvelopeTest {

    private static final Instant EXPIRES = Instant.parse("2026-08-16T11:20:00.123Z");
    private static final MessageEnvelope ENVELOPE =
            new MessageEnvelope("cc-run-4421", "lease-90e4", 17, "op/1", EXPIRES);

    @Test
    void writesTheHeadersOfTheContract() {
        assertThat(ENVELOPE.toHeaders())
                .containsExactly(
                        entry("quietus-run-id", "cc-run-4421"),
                        entry("quietus-lease", "lease-90e4"),
                        entry("quietus-revocation-epoch", "17"),
                        entry("quietus-operation-id", "op/1"),
                        entry("quietus-expires-at", "2026-08-16T11:20:00.123Z"));
    }

    @Test
    void comesBackAsItWas() {
        assertThat(MessageEnvelope.fromHeaders(ENVELOPE.toHeaders())).isEqualTo(ENVELOPE);
        MessageEnvelope fine = new MessageEnvelope(
                "r", "l", Long.MAX_VALUE / 100, "o", EXPIRES.plusNanos(999_999));
        assertThat(fine.expiresAt()).isEqualTo(EXPIRES);
        assertThat(MessageEnvelope.fromHeaders(fine.toHeaders())).isEqualTo(fine);
    }

    @Test
    void readsNamesInAnyCaseAndIgnoresOtherHeaders() {
        Map<String, String> headers = new HashMap<>();
        ENVELOPE.toHeaders()
                .forEach((name, value) -> headers.put(name.toUpperCase(Locale.ROOT), value));
        headers.put("traceparent", "00-x");
        headers.put("quietus-note", "whatever");
        assertThat(MessageEnvelope.fromHeaders(headers)).isEqualTo(ENVELOPE);
    }

    @Test
    void namesAllThatIsAbsentAtOnce() {
        assertThatThrownBy(() -> MessageEnvelope.fromHeaders(Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("message headers: quietus-run-id is absent; quietus-lease is absent;"
                        + " quietus-revocation-epoch is absent; quietus-operation-id is absent;"
                        + " quietus-expires-at is absent");
    }

    @ParameterizedTest
    @CsvSource({
        "quietus-run-id, 'a b'",
        "quietus-run-id, ''",
        "quietus-lease, 'lease\u00e9'",
        "quietus-operation-id, '\u0007'",
        "quietus-revocation-epoch, '-1'",
        "quietus-revocation-epoch, '17.0'",
        "quietus-revocation-epoch, '0x11'",
        "quietus-revocation-epoch, '\u0661'",
        "quietus-revocation-epoch, '1234567890123456789'",
        "quietus-revocation-epoch, ' 17'",
        "quietus-expires-at, 'tomorrow'",
        "quietus-expires-at, '2026-08-16'",
        "quietus-expires-at, '2026-08-16T11:20:00'",
        "quietus-expires-at, '2026-13-16T11:20:00Z'"
    })
    void namesAHeaderThatIsNotSound(String name, String value) {
        Map<String, String> headers = ENVELOPE.toHeaders();
        headers.put(name, value);
        assertThatThrownBy(() -> MessageEnvelope.fromHeaders(headers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("message headers: " + name + " is ");
    }

    @Test
    void refusesAHeaderThatIsThereTwice() {
        Map<String, String> headers = ENVELOPE.toHeaders();
        headers.put("Quietus-Lease", "lease-other");
        assertThatThrownBy(() -> MessageEnvelope.fromHeaders(headers))
                .hasMessage("message headers: quietus-lease is there more than once");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 201})
    void refusesIdsOfNoLengthAndOfTooMuch(int length) {
        String id = "x".repeat(length);
        assertThatThrownBy(() -> new MessageEnvelope(id, "l", 0, "o", EXPIRES))
                .hasMessageStartingWith("quietus-run-id: expected 1 to 200 printable ASCII");
        assertThatThrownBy(() -> new MessageEnvelope("r", "l", -1, "o", EXPIRES))
                .hasMessage("quietus-revocation-epoch: expected 0 or more, found -1");
    }

    @Test
    void expiresAtItsTime() {
        assertThat(ENVELOPE.isExpired(EXPIRES.minusMillis(1))).isFalse();
        assertThat(ENVELOPE.isExpired(EXPIRES)).isTrue();
    }

    @Test
    void asksWithWhatItCarries() {
        BeginRequest question = ENVELOPE.begin("w-1");
        assertThat(question.withRequestId("q"))
                .isEqualTo(BeginRequest.of("cc-run-4421", "op/1", "lease-90e4", 17, "w-1")
                        .withRequestId("q"));
        assertThat(question.requestId()).isNotEqualTo(ENVELOPE.begin("w-1").requestId());
    }
}
