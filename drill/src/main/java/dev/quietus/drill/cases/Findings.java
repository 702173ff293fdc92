package dev.quietus.drill.cases;

import java.util.ArrayList;
import java.util.List;

/**
 * What a case found: the outcome in the source's word, and each single claim with what was expected
 * and what was found. Thread-safe.
 */
final class Findings {
    /** The outcome of a case that came to none. */
    static final String NOTHING = "nothing";

    private final List<Check> checks = new ArrayList<>();
    private String observed = NOTHING;

    /**
     * One claim.
     *
     * @param claim what is claimed
     * @param expected what must be so
     * @param found what is so
     */
    record Check(String claim, String expected, String found) {

        /** Whether it is as it must be. */
        boolean holds() {
            return expected.equals(found);
        }
    }

    /** The outcome as it was observed. */
    synchronized void observed(String word) {
        observed = word;
    }

    /** Writes a claim down. */
    synchronized void check(String claim, String expected, String found) {
        checks.add(new Check(claim, expected, found));
    }

    /** Writes a claim about a number down. */
    void check(String claim, long expected, long found) {
        check(claim, Long.toString(expected), Long.toString(found));
    }

    /** Writes a claim about a truth value down. */
    void check(String claim, boolean expected, boolean found) {
        check(claim, Boolean.toString(expected), Boolean.toString(found));
    }

    /** The outcome as it was observed last. */
    synchronized String observed() {
        return observed;
    }

    /** Every claim, in order. */
    synchronized List<Check> checks() {
        return List.copyOf(checks);
    }

    /** Whether every claim holds so far. */
    synchronized boolean hold() {
        return checks.stream().allMatch(Check::holds);
    }
}
