package dev.quietus.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The event stream format of the HTML standard, cut where a network cuts it. */
class EventStreamParserTest {

    private static final String STREAM = """
            \uFEFF: hello
            id: 1
            event: cancel_requested
            data: {"a":"é😀"}

            data
            data:  two
            data:three
            unknown: field

            event: empty

            id
            data: reset

            id: 7

            data: last: one

            data: never ended
            """;

    private static final List<StreamEvent> EVENTS = List.of(
            new StreamEvent("1", "cancel_requested", "{\"a\":\"é😀\"}"),
            new StreamEvent("1", "message", "\n two\nthree"),
            new StreamEvent("", "message", "reset"),
            new StreamEvent("7", "message", "last: one"));

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void readsTheSameWhereverTheBytesAreCut(String lineEnd) {
        byte[] bytes = STREAM.replace("\n", lineEnd).getBytes(StandardCharsets.UTF_8);
        for (int first = 0; first <= bytes.length; first++) {
            EventStreamParser parser = new EventStreamParser("0");
            parser.feed(Arrays.copyOfRange(bytes, 0, first));
            parser.feed(Arrays.copyOfRange(bytes, first, bytes.length));
            assertThat(parser.events()).containsExactlyElementsOf(EVENTS);
            assertThat(parser.lastEventId()).isEqualTo("7");
        }
    }

    @Test
    void readsByteByByte() {
        EventStreamParser parser = new EventStreamParser("");
        for (byte unit : STREAM.getBytes(StandardCharsets.UTF_8)) {
            parser.feed(new byte[] {unit});
        }
        assertThat(parser.events()).containsExactlyElementsOf(EVENTS);
    }

    @Test
    void goesOnFromTheIdOfTheConnectionBefore() {
        EventStreamParser parser = new EventStreamParser("41");
        parser.feed(bytes("data: x\n\n"));
        assertThat(parser.events()).containsExactly(new StreamEvent("41", "message", "x"));
    }

    @Test
    void countsAnIdOnlyOnceItsEventIsWhole() {
        EventStreamParser parser = new EventStreamParser("1");
        parser.feed(bytes("id: 2\ndata: x\n"));
        assertThat(parser.lastEventId()).isEqualTo("1");
        parser.feed(bytes("\n"));
        assertThat(parser.lastEventId()).isEqualTo("2");
    }

    @Test
    void ignoresAnIdWithAZeroAndARetryThatIsNoNumber() {
        EventStreamParser parser = new EventStreamParser("1");
        parser.feed(bytes("id: a\0b\nretry: 5s\nretry:\nretry: 9999999999\ndata: x\n\n"));
        assertThat(parser.lastEventId()).isEqualTo("1");
        assertThat(parser.retry()).isEmpty();
        parser.feed(bytes("retry: 1500\n"));
        assertThat(parser.retry()).contains(Duration.ofMillis(1_500));
    }

    @Test
    void readsBadUtf8AsReplacementCharacters() {
        EventStreamParser parser = new EventStreamParser("");
        parser.feed(new byte[] {'d', 'a', 't', 'a', ':', (byte) 0xFF, '\n', '\n'});
        assertThat(parser.events()).containsExactly(new StreamEvent("", "message", "\uFFFD"));
    }

    @Test
    void refusesALineWithoutEnd() {
        EventStreamParser parser = new EventStreamParser("");
        byte[] line = new byte[EventStreamParser.MAX_LINE_BYTES];
        Arrays.fill(line, (byte) 'x');
        parser.feed(line);
        assertThatThrownBy(() -> parser.feed(bytes("x")))
                .isInstanceOf(QuietusProtocolException.class)
                .hasMessage("live stream: a line of more than 1048576 bytes");
    }

    @Test
    void refusesAnEventWithoutEnd() {
        EventStreamParser parser = new EventStreamParser("");
        String line = "data:" + "x".repeat(1_000_000) + "\n";
        for (int i = 0; i < 4; i++) {
            parser.feed(bytes(line));
        }
        assertThatThrownBy(() -> parser.feed(bytes(line)))
                .isInstanceOf(QuietusProtocolException.class)
                .hasMessage("live stream: an event of more than 4194304 characters");
    }

    @Test
    void readsTheDataOfAnEventAsJson() {
        assertThat(new StreamEvent("1", "x", "{\"a\":1}").json().integer("a")).isEqualTo(1);
        assertThatThrownBy(() -> new StreamEvent("1", "x", "[").json())
                .isInstanceOf(QuietusProtocolException.class)
                .hasMessageStartingWith("event x 1: JSON broken at byte 1");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
