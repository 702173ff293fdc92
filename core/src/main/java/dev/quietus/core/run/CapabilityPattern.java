package dev.quietus.core.run;

import dev.quietus.core.Text;

/**
 * What a lease allows: an exact tool name ({@code deployment.reserve_preview}), everything below a
 * prefix ({@code deployment.*}), or everything ({@code *}). A star stands only at the end, alone or
 * behind a dot.
 *
 * @param value the pattern as written
 */
public record CapabilityPattern(String value) implements Comparable<CapabilityPattern> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when a star stands anywhere but as the last segment
     */
    public CapabilityPattern {
        Text.id("capability pattern", value);
        int star = value.indexOf('*');
        boolean last = star == value.length() - 1;
        boolean ownSegment = star == 0 || (star > 0 && value.charAt(star - 1) == '.');
        if (star >= 0 && !(last && ownSegment)) {
            throw new IllegalArgumentException("capability pattern '" + value
                    + "' has a star that is not the whole last segment (write 'name', "
                    + "'prefix.*' or '*')");
        }
    }

    /** Tells whether the pattern allows a tool of this name. */
    public boolean matches(String tool) {
        return value.endsWith("*") ? tool.startsWith(prefix()) : tool.equals(value);
    }

    /** Tells whether everything that {@code other} allows is allowed here as well. */
    public boolean contains(CapabilityPattern other) {
        if (other.value.endsWith("*")) {
            return value.endsWith("*") && other.prefix().startsWith(prefix());
        }
        return matches(other.value);
    }

    private String prefix() {
        return value.substring(0, value.length() - 1);
    }

    @Override
    public int compareTo(CapabilityPattern other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
