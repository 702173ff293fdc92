package dev.quietus.cli.config;

import java.time.Duration;

/**
 * Durations as people write them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}, {@code 1d}.
 */
public final class DurationText {

    private static final int MOST_DIGITS = 9;

    private DurationText() {}

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public static Duration parse(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits > 0 && digits <= MOST_DIGITS) {
            long amount = Long.parseLong(text.substring(0, digits));
            switch (text.substring(digits)) {
                case "ms":
                    return Duration.ofMillis(amount);
                case "s":
                    return Duration.ofSeconds(amount);
                case "m":
                    return Duration.ofMinutes(amount);
                case "h":
                    return Duration.ofHours(amount);
                case "d":
                    return Duration.ofDays(amount);
                default:
                    break;
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a duration like 500ms, 30s, 5m or 2h");
    }

    /** Writes one as the server reads it. */
    public static String of(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
    }
}
