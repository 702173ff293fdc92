package dev.quietus.core.run;

import dev.quietus.core.Text;

/**
 * The id of one run's lease; its authority is looked up in the ledger, never in the id.
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record LeaseId(String value) implements Comparable<LeaseId> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public LeaseId {
        Text.id("lease", value);
    }

    @Override
    public int compareTo(LeaseId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
