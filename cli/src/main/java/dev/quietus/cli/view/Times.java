package dev.quietus.cli.view;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * How times are written: local and short on a terminal, RFC 3339 in UTC in a pipe or file. Reads
 * the machine's time zone when the first local time is written, not before. For one thread.
 */
public final class Times {

    private final boolean local;
    private @Nullable ZoneId zone;

    private Times(boolean local, @Nullable ZoneId zone) {
        this.local = local;
        this.zone = zone;
    }

    /** Local times in the machine's zone. */
    public static Times local() {
        return new Times(true, null);
    }

    /** Local times in this zone. */
    public static Times local(ZoneId zone) {
        return new Times(true, zone);
    }

    /** RFC 3339 in UTC with milliseconds. */
    public static Times utc() {
        return new Times(false, ZoneOffset.UTC);
    }

    /**
     * A time of which the day is clear: {@code 10:51:04.018} on a terminal, the whole time in UTC
     * elsewhere.
     */
    public String moment(Instant at) {
        return local ? time(at(at)) : utc(at);
    }

    /** The same without fractions of a second: {@code 10:51:39}. */
    public String second(Instant at) {
        return local ? time(at(at)).substring(0, 8) : utc(at);
    }

    /** A time with its day: {@code 2026-08-16 10:51:04.018}. */
    public String day(Instant at) {
        if (!local) {
            return utc(at);
        }
        LocalDateTime time = at(at);
        return time.toLocalDate() + " " + time(time);
    }

    /** How long something is or has been: {@code 34s}, {@code 14m}, {@code 3h}, {@code 2d}. */
    public static String age(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + "m";
        }
        return seconds < 172_800 ? seconds / 3_600 + "h" : seconds / 86_400 + "d";
    }

    /** A length of time in a sentence: {@code 55 s}, {@code 4 min}, {@code 2 h}. */
    public static String length(Duration length) {
        long seconds = Math.max(0, length.toSeconds());
        if (seconds < 180) {
            return seconds + " s";
        }
        return seconds < 7_200 ? seconds / 60 + " min" : seconds / 3_600 + " h";
    }

    /** The zone of the times. */
    public ZoneId zone() {
        ZoneId known = zone;
        if (known == null) {
            known = ZoneId.systemDefault();
            zone = known;
        }
        return known;
    }

    private LocalDateTime at(Instant at) {
        return LocalDateTime.ofInstant(at, zone());
    }

    private static String utc(Instant at) {
        LocalDateTime time = LocalDateTime.ofInstant(at, ZoneOffset.UTC);
        return time.toLocalDate() + "T" + time(time) + "Z";
    }

    /** By hand: a formatter costs more on a cold JVM than the whole stop. */
    private static String time(LocalDateTime time) {
        StringBuilder text = new StringBuilder(12);
        digits(text, time.getHour(), 2).append(':');
        digits(text, time.getMinute(), 2).append(':');
        digits(text, time.getSecond(), 2).append('.');
        return digits(text, time.getNano() / 1_000_000, 3).toString();
    }

    private static StringBuilder digits(StringBuilder text, int number, int width) {
        String digits = Integer.toString(number);
        for (int i = digits.length(); i < width; i++) {
            text.append('0');
        }
        return text.append(digits);
    }
}
