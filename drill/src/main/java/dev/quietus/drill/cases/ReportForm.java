package dev.quietus.drill.cases;

import java.util.Arrays;
import java.util.Locale;

/** In which form the results are reported. */
public enum ReportForm {
    /** For people: a line for each case. */
    TABLE,
    /** For build servers: the usual XML of test results. */
    JUNIT,
    /** For programs; {@code docs/drill.md} tells its members. */
    JSON;

    /** The spelling on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The form of this spelling.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static ReportForm of(String word) {
        return Arrays.stream(values())
                .filter(form -> form.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--report: expected table, junit or json, found '" + word + "'"));
    }
}
