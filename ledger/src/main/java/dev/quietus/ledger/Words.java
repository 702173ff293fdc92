package dev.quietus.ledger;

import dev.quietus.core.Wire;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The stored spellings of one enum, looked up instead of computed. Immutable.
 *
 * @param <E> the enum
 */
final class Words<E extends Enum<E>> {
    private final String name;
    private final Map<E, String> written;
    private final Map<String, E> constants = new HashMap<>();

    Words(Class<E> type) {
        name = type.getSimpleName();
        written = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            written.put(constant, Wire.of(constant));
            constants.put(Wire.of(constant), constant);
        }
    }

    String of(E constant) {
        return Objects.requireNonNull(written.get(constant));
    }

    /**
     * The constant with this stored spelling.
     *
     * @throws IllegalArgumentException when there is none
     */
    E parse(String word) {
        E constant = constants.get(word);
        if (constant == null) {
            throw new IllegalArgumentException("'" + word + "' is no " + name);
        }
        return constant;
    }
}
