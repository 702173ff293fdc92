package dev.quietus.core.operation;

import dev.quietus.core.Text;

/**
 * The name by which a worker identifies its attempts.
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record WorkerId(String value) implements Comparable<WorkerId> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public WorkerId {
        Text.id("worker", value);
    }

    @Override
    public int compareTo(WorkerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
