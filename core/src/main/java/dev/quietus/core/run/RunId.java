package dev.quietus.core.run;

import dev.quietus.core.Text;

/**
 * The immutable id of one agent execution.
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record RunId(String value) implements Comparable<RunId> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public RunId {
        Text.id("run_id", value);
    }

    @Override
    public int compareTo(RunId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
