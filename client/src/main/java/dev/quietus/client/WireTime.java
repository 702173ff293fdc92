package dev.quietus.client;

import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;

import java.time.Duration;
import java.util.Optional;

/** The spelling of durations on the wire. */
final class WireTime {

    private WireTime() {}

    /**
     * For members named {@code *_seconds}: whole seconds as an integer. The server takes no
     * fractions there, but a text with its unit: {@code 1500ms}.
     */
    static JsonValue seconds(Duration duration) {
        requireNotNegative(duration);
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? JsonNumber.of(millis / 1000) : new JsonString(text(duration));
    }

    static Optional<JsonValue> seconds(Optional<Duration> duration) {
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
