package dev.quietus.core.barrier;

import dev.quietus.core.Text;

/**
 * The id of one stop's durable record.
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record BarrierId(String value) implements Comparable<BarrierId> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public BarrierId {
        Text.id("barrier_id", value);
    }

    @Override
    public int compareTo(BarrierId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
