package dev.quietus.verify.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A step in its words: plain ones in order, and {@code name=value} ones, each of which must be
 * asked for, so that none is overlooked.
 */
final class Words {
    private final List<String> plain = new ArrayList<>();
    private final Map<String, String> named = new HashMap<>();
    private final Set<String> asked = new HashSet<>();

    Words(String text) {
        Arrays.stream(text.split(" +")).forEach(word -> {
            int equals = word.indexOf('=');
            if (equals > 0) {
                named.put(word.substring(0, equals), word.substring(equals + 1));
            } else {
                plain.add(word);
            }
        });
    }

    /** The plain word at this place, or nothing. */
    String at(int place) {
        return place < plain.size() ? plain.get(place) : "";
    }

    /** Everything from this place on. */
    String from(int place) {
        return String.join(" ", plain.subList(Math.min(place, plain.size()), plain.size()));
    }

    boolean has(String word) {
        return plain.contains(word);
    }

    Optional<String> named(String name) {
        asked.add(name);
        return Optional.ofNullable(named.get(name));
    }

    Optional<Duration> time(String name) {
        return named(name).map(Words::duration);
    }

    boolean yes(String name, boolean otherwise) {
        return named(name).map("yes"::equals).orElse(otherwise);
    }

    /** Fails when a name stands there that means nothing here. */
    void nothingElse() {
        Set<String> rest = new HashSet<>(named.keySet());
        rest.removeAll(asked);
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("'" + rest.iterator().next() + "=' means nothing");
        }
    }

    /** A time as it is written: {@code 30s}, {@code 200ms}, {@code 5m}. */
    static Duration duration(String written) {
        try {
            if (written.endsWith("ms")) {
                return Duration.ofMillis(Long.parseLong(written, 0, written.length() - 2, 10));
            }
            long number = Long.parseLong(written, 0, written.length() - 1, 10);
            if (written.endsWith("s")) {
                return Duration.ofSeconds(number);
            }
            if (written.endsWith("m")) {
                return Duration.ofMinutes(number);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + written + "' is no time", e);
        }
        throw new IllegalArgumentException("'" + written + "' is no time (write 200ms, 30s or 5m)");
    }
}
