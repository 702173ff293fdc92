package dev.quietus.server.provider;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** How long a service asks to be left alone (RFC 9110 section 10.2.3). */
final class RetryAfter {
    /** The longest that is honoured, in seconds; a service may not silence Quietus for good. */
    static final long MAX_SECONDS = 3_600;

    private RetryAfter() {}

    /**
     * Reads the header as seconds or as a date; 0 when it is absent, past or unreadable.
     *
     * @param now what a date is compared with
     */
    static long seconds(HttpHeaders headers, Instant now) {
        Optional<String> value = headers.firstValue("retry-after").map(String::strip);
        if (value.isEmpty() || value.get().isEmpty()) {
            return 0;
        }
        String text = value.get();
        if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return text.length() > 9 ? MAX_SECONDS : Math.min(MAX_SECONDS, Long.parseLong(text));
        }
        try {
            Instant until = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
            Duration wait = Duration.between(now, until);
            return Math.clamp(wait.plusNanos(999_999_999).toSeconds(), 0, MAX_SECONDS);
        } catch (DateTimeException e) {
            return 0;
        }
    }
}
