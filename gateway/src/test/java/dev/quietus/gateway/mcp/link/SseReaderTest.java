package dev.quietus.gateway.mcp.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SseReaderTest {
    private static List<String> data(String stream) throws IOException {
        SseReader reader = new SseReader(
                new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)), 1_000);
        List<String> all = new ArrayList<>();
        for (Optional<SseEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
            all.add(new String(event.get().data(), StandardCharsets.UTF_8)
                    + event.get().mark().id().map(id -> "#" + id).orElse(""));
        }
        return all;
    }

    @Test
    void everyEndOfLineIsOne() throws IOException {
        assertThat(data("data: a\n\ndata: b\r\n\r\ndata: c\r\rdata:d\n\n"))
                .containsExactly("a", "b", "c", "d");
    }

    @Test
    void commentsAndStrangeFieldsAreNothing() throws IOException {
        assertThat(data("\uFEFF: hello\n\nfoo: x\nevent: message\ndata: 1\ndata: 2\n\n:\n\n"))
                .containsExactly("1\n2");
    }

    @Test
    void anEventWithoutDataMarksAPlace() throws IOException {
        assertThat(data("id: 7\nretry: 100\ndata:\n\n")).containsExactly("#7");
    }

    @Test
    void halfAnEventIsNone() throws IOException {
        assertThat(data("data: whole\n\ndata: half")).containsExactly("whole");
        assertThat(data("data: half\n")).isEmpty();
    }

    @Test
    void anEventThatNeverEndsIsBounded() {
        assertThatThrownBy(() -> data("data: " + "x".repeat(5_000)))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> data("data: 0123456789\n".repeat(500)))
                .isInstanceOf(IOException.class);
    }
}
