package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00.500Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | 7",
                "0 | 0",
                "3600 | 3600",
                "3601 | 3600",
                "99999999999999999999999 | 3600",
                "-5 | 0",
                "soon | 0",
                "'' | 0",
                "Sun, 29 Nov 2026 10:00:30 GMT | 30",
                "Sun, 29 Nov 2026 09:00:00 GMT | 0",
                "Sun, 29 Nov 2037 09:00:00 GMT | 3600",
                "Sun, 99 Nov 2026 10:00:30 GMT | 0",
            })
    void readsSecondsAndDatesWithinBounds(String value, long seconds) {
        HttpHeaders headers =
                HttpHeaders.of(Map.of("Retry-After", List.of(value)), (name, text) -> true);

        assertThat(RetryAfter.seconds(headers, NOW)).isEqualTo(seconds);
    }
}
