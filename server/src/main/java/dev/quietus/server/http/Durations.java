package dev.quietus.server.http;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}, {@code 1d}.
 */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private Durations() {}

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException when it has another form
     */
    public static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            String shown = text.length() <= 40 ? text : text.substring(0, 40) + "…";
            throw new IllegalArgumentException(
                    "'" + shown + "' is not a duration like 500ms, 30s, 5m or 2h");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> throw new IllegalArgumentException("no such unit");
        };
    }

    /** Writes one in its largest whole unit. */
    public static String show(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1_000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1_000;
        if (seconds % 3_600 == 0 && seconds > 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 && seconds > 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
