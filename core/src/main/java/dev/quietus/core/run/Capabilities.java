package dev.quietus.core.run;

import java.util.List;
import java.util.Optional;

/**
 * The set of patterns that a lease allows; the empty set allows nothing.
 *
 * @param patterns at most 200 patterns, sorted and without repeats
 */
public record Capabilities(List<CapabilityPattern> patterns) {
    /** The most patterns that one lease may have. */
    public static final int MAX_PATTERNS = 200;

    /**
     * Sorts and bounds the patterns.
     *
     * @throws IllegalArgumentException when there are more than {@link #MAX_PATTERNS}
     */
    public Capabilities {
        if (patterns.size() > MAX_PATTERNS) {
            throw new IllegalArgumentException("capabilities has " + patterns.size()
                    + " patterns, at most " + MAX_PATTERNS + " are allowed");
        }
        patterns = patterns.stream().sorted().distinct().toList();
    }

    /** Reads patterns from their written form. */
    public static Capabilities of(String... patterns) {
        return new Capabilities(
                java.util.Arrays.stream(patterns).map(CapabilityPattern::new).toList());
    }

    /** Tells whether a tool of this name is allowed. */
    public boolean allow(String tool) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(tool));
    }

    /** The first of {@code narrower}'s patterns that reaches beyond this set, if any (S10). */
    public Optional<CapabilityPattern> firstBeyond(Capabilities narrower) {
        return narrower.patterns.stream()
                .filter(asked -> patterns.stream().noneMatch(held -> held.contains(asked)))
                .findFirst();
    }

    /** The patterns as written, in order. */
    public List<String> written() {
        return patterns.stream().map(CapabilityPattern::value).toList();
    }
}
