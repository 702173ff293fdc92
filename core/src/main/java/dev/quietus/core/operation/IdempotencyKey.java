package dev.quietus.core.operation;

import dev.quietus.core.Text;

/**
 * The name of one business operation across attempts and resumed runs (S9).
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record IdempotencyKey(String value) implements Comparable<IdempotencyKey> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public IdempotencyKey {
        Text.id("idempotency_key", value);
    }

    @Override
    public int compareTo(IdempotencyKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
