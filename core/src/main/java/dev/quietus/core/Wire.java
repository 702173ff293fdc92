package dev.quietus.core;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How values are spelled outside: enum constants in snake_case, times in RFC 3339 UTC with ms. */
public final class Wire {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Wire() {}

    /**
     * The outside spelling of an enum constant: {@code OUTCOME_UNKNOWN} is {@code outcome_unknown}.
     */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The constant with this outside spelling, if there is one. */
    public static <E extends Enum<E>> Optional<E> find(Class<E> type, String spelling) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> of(constant).equals(spelling))
                .findFirst();
    }

    /**
     * The constant with this outside spelling.
     *
     * @param field the name to use in the error
     * @throws IllegalArgumentException when there is none; the message lists what is allowed
     */
    public static <E extends Enum<E>> E parse(String field, Class<E> type, String spelling) {
        return find(type, spelling)
                .orElseThrow(
                        () -> new IllegalArgumentException(field + " is '" + shortened(spelling)
                                + "', allowed are " + String.join(", ", spellings(type))));
    }

    /** Every outside spelling of an enum, in order. */
    public static <E extends Enum<E>> List<String> spellings(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(Wire::of).toList();
    }

    /** The outside spelling of a time. */
    public static String time(Instant at) {
        return TIME.format(at);
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
