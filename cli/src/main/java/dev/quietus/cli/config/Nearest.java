package dev.quietus.cli.config;

import java.util.Collection;
import java.util.Optional;

/** The known word that a mistyped one was probably meant to be. */
public final class Nearest {

    private static final int LONGEST = 40;
    private static final int SHORTEST_BEGINNING = 3;

    private Nearest() {}

    /** The nearest of the known words, if one is near: every third letter may differ. */
    public static Optional<String> of(String word, Collection<String> known) {
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        Optional<String> best = Optional.empty();
        int allowed = Math.max(1, (word.length() + 1) / 3) + 1;
        int ofBeginning = allowed - 1;
        for (String candidate : known) {
            int distance = distance(word, candidate);
            if (candidate.startsWith(word) && word.length() >= SHORTEST_BEGINNING) {
                distance = Math.min(distance, ofBeginning);
            }
            if (distance < allowed) {
                allowed = distance;
                best = Optional.of(candidate);
            }
        }
        return best;
    }

    /** {@code ; did you mean 'X'?}, or nothing. */
    public static String hint(String word, Collection<String> known) {
        Optional<String> near = of(word, known);
        return near.isPresent() ? "; did you mean '" + near.get() + "'?" : "";
    }

    /** Letters to add, drop, change or swap (optimal string alignment). */
    private static int distance(String one, String other) {
        int[][] table = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            table[i][0] = i;
        }
        for (int j = 0; j <= other.length(); j++) {
            table[0][j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            for (int j = 1; j <= other.length(); j++) {
                boolean same = one.charAt(i - 1) == other.charAt(j - 1);
                int change = table[i - 1][j - 1] + (same ? 0 : 1);
                int least = Math.min(change, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
                boolean swapped = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                table[i][j] = swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least;
            }
        }
        return table[one.length()][other.length()];
    }
}
