package dev.quietus.client;

import dev.quietus.client.json.JsonNumber;

import java.time.Duration;
import java.util.Optional;

/** The spelling of durations on the wire. */
final class WireTime {

    private WireTime() {}

    /** For members named {@code *_seconds}: whole seconds as an integer, else with milliseconds. */
    static JsonNumber seconds(Duration duration) {
        requireNotNegative(duration);
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? JsonNumber.of(millis / 1000) : JsonNumber.of(millis / 1000.0);
    }

    static Optional<JsonNumber> seconds(Optional<Duration> duration) {
        return duration.map(WireTime::seconds);
    }

    /** For members without a unit in their name: {@code 60s}, {@code 1500ms}. */
    static Optional<String> text(Optional<Duration> duration) {
        return duration.map(WireTime::text);
    }

    private static String text(Duration duration) {
        requireNotNegative(duration);
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }

    static void requireNotNegative(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    "duration: expected zero or more, found " + duration);
        }
    }
}
