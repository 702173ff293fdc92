package dev.quietus.core;

/**
 * The check for our own mistakes: always on, never for a caller's bad input.
 *
 * <p>A violated invariant means that the program is wrong; the transaction that sees one is rolled
 * back and nothing it would have written becomes visible.
 */
public final class Invariant {
    private Invariant() {}

    /** Thrown by {@link #check}; nobody catches it but the edge that reports an internal error. */
    public static final class Violated extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        Violated(String message) {
            super(message);
        }
    }

    /**
     * Checks {@code holds}.
     *
     * @param holds what must be true here
     * @param message what was expected, with {@code %s} for each of {@code details}
     * @param details what was found
     * @throws Violated when it is not true
     */
    public static void check(boolean holds, String message, Object... details) {
        if (!holds) {
            throw new Violated(message.formatted(details));
        }
    }
}
