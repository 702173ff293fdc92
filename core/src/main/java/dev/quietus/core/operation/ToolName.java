package dev.quietus.core.operation;

import dev.quietus.core.Text;

/**
 * The name of the tool that an operation calls, for example {@code deployment.reserve_preview}.
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record ToolName(String value) implements Comparable<ToolName> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public ToolName {
        Text.id("tool", value);
    }

    @Override
    public int compareTo(ToolName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
