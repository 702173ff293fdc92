package dev.quietus.core.operation;

import dev.quietus.core.Text;

/**
 * The stable id, chosen by the caller, of one operation within its run.
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record OperationId(String value) implements Comparable<OperationId> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public OperationId {
        Text.id("operation_id", value);
    }

    @Override
    public int compareTo(OperationId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
