package dev.quietus.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A stream says something now and then, or nobody notices that its client is gone. */
class SignOfLifeTest {
    private static final String SIGN = ": \n\n";

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final EventStream stream = new EventStream(out, nanos::get);

    private String sent() {
        String text = out.toString(StandardCharsets.UTF_8);
        out.reset();
        return text;
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void comesAtTheBeginningAndAfterTenSecondsOfSilenceHoweverOftenItIsAskedFor()
            throws IOException {
        stream.stillThere();
        assertThat(sent()).isEqualTo(SIGN);
        for (int i = 0; i < 99; i++) {
            pass(Duration.ofMillis(100));
            stream.stillThere();
        }
        assertThat(sent()).isEmpty();
        pass(Duration.ofMillis(100));
        stream.stillThere();
        assertThat(sent()).isEqualTo(SIGN);
    }

    @Test
    void isNotNeededWhereEventsCome() throws IOException {
        stream.stillThere();
        pass(Duration.ofSeconds(9));
        stream.event("7", "run_registered", Map.of("note", "two\nlines"));
        assertThat(sent())
                .isEqualTo(SIGN
                        + "id: 7\nevent: run_registered\ndata: {\"note\":\"two\\nlines\"}\n\n");
        pass(Duration.ofSeconds(9));
        stream.stillThere();
        assertThat(sent()).isEmpty();
    }
}
