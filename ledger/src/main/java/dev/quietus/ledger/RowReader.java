package dev.quietus.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the values of one row in the order of its columns.
 *
 * <p>Every method throws {@link IllegalArgumentException} when the stored value is not what it must
 * be.
 */
final class RowReader {
    private final @Nullable Object[] values;
    private int next;

    RowReader(@Nullable Object[] values) {
        this.values = values;
    }

    String text() {
        return required(optionalText());
    }

    Optional<String> optionalText() {
        return switch (values[next++]) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            case Object other ->
                throw new IllegalArgumentException(at("'" + other + "' is no text"));
        };
    }

    long number() {
        return required(optionalNumber());
    }

    int integer() {
        long number = number();
        if (number != (int) number) {
            throw new IllegalArgumentException(at(number + " is too large"));
        }
        return (int) number;
    }

    Optional<Long> optionalNumber() {
        return switch (values[next++]) {
            case null -> Optional.empty();
            case Long number -> Optional.of(number);
            case Object other ->
                throw new IllegalArgumentException(at("'" + other + "' is no number"));
        };
    }

    boolean flag() {
        return number() != 0;
    }

    Instant time() {
        return Instant.ofEpochMilli(number());
    }

    Optional<Instant> optionalTime() {
        return optionalNumber().map(Instant::ofEpochMilli);
    }

    Duration duration() {
        return Duration.ofMillis(number());
    }

    Optional<Duration> optionalDuration() {
        return optionalNumber().map(Duration::ofMillis);
    }

    <E extends Enum<E>> E word(Words<E> words) {
        return words.parse(text());
    }

    <E extends Enum<E>> Optional<E> optionalWord(Words<E> words) {
        return optionalText().map(words::parse);
    }

    /** The value as it is stored. */
    @Nullable
    Object any() {
        return values[next++];
    }

    /** Passes over columns whose content follows from others. */
    void skip(int columns) {
        next += columns;
    }

    /** The value, which the rest of the row says is there. */
    <V> V required(Optional<V> value) {
        return value.orElseThrow(() -> new IllegalArgumentException(at("a value is missing")));
    }

    private String at(String fault) {
        return "column " + next + ": " + fault;
    }
}
