package dev.quietus.core.settlement;

import dev.quietus.core.Text;

/**
 * The name of a provider as declared in the providers file.
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record ProviderName(String value) implements Comparable<ProviderName> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public ProviderName {
        Text.id("provider", value);
    }

    @Override
    public int compareTo(ProviderName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
