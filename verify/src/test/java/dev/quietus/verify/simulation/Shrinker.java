package dev.quietus.verify.simulation;

import java.util.Optional;

/**
 * Makes a failing schedule short: leaves out whatever can be left out while it still breaks the
 * same promise, larger pieces first, until nothing can be. Every try is one play, and there is a
 * bound.
 */
final class Shrinker {
    private static final int MOST_PLAYS = 4_000;

    private final Mutant mutant;
    private int plays;

    Shrinker(Mutant mutant) {
        this.mutant = mutant;
    }

    /** What is left of a schedule that fails. */
    Schedule shrink(Schedule failing) {
        Schedule best = failing;
        String kind = kind(failing).orElseThrow();
        boolean smaller = true;
        while (smaller && plays < MOST_PLAYS) {
            smaller = false;
            for (int size = Math.max(1, best.actions().size() / 2); size > 0; size /= 2) {
                for (int at = 0; at < best.actions().size() && plays < MOST_PLAYS; ) {
                    int to = Math.min(at + size, best.actions().size());
                    Schedule next = best.without(at, to);
                    if (kind(next).filter(kind::equals).isPresent()) {
                        best = next;
                        smaller = true;
                    } else {
                        at = to;
                    }
                }
            }
        }
        return best;
    }

    /** The promise it breaks, or the kind of exception where it is none. */
    private Optional<String> kind(Schedule schedule) {
        plays++;
        return schedule.failure(mutant)
                .map(thrown -> thrown instanceof Violation violation
                        ? violation.promise().name()
                        : thrown.getClass().getName());
    }
}
