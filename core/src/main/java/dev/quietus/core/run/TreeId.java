package dev.quietus.core.run;

import dev.quietus.core.Text;

/**
 * The id of the root run when its tree was made; part of every key and never changed.
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record TreeId(String value) implements Comparable<TreeId> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public TreeId {
        Text.id("tree_id", value);
    }

    @Override
    public int compareTo(TreeId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
