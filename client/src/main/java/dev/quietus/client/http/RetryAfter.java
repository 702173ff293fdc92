package dev.quietus.client.http;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** The {@code Retry-After} header (RFC 9110, section 10.2.3): seconds, or a date. */
final class RetryAfter {

    /** A server can't make a client wait longer than this with one answer. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private RetryAfter() {}

    /** The time to wait; nothing if the header is absent, unreadable or in the past. */
    static Duration read(Optional<String> header) {
        if (header.isEmpty()) {
            return Duration.ZERO;
        }
        String text = header.get().strip();
        if (!text.isEmpty()
                && text.length() <= 9
                && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return bounded(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return bounded(Duration.between(Instant.now(), at));
        } catch (DateTimeParseException unreadable) {
            return Duration.ZERO;
        }
    }

    private static Duration bounded(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
    }
}
