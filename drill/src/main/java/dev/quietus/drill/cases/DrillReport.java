package dev.quietus.drill.cases;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The results of one drill.
 *
 * @param server what was drilled, for people
 * @param startedAt when it began
 * @param time how long all of it took
 * @param results one for each case, in their order
 */
record DrillReport(String server, Instant startedAt, Duration time, List<CaseResult> results) {

    /** Keeps a copy of the list. */
    DrillReport {
        results = List.copyOf(results);
    }

    /** How many came out as this word says. */
    long count(String word) {
        return results.stream().filter(result -> result.word().equals(word)).count();
    }

    /** Whether nothing failed. */
    boolean good() {
        return count("failed") == 0;
    }

    /** A time in seconds with milliseconds. */
    static String seconds(Duration time) {
        return "%d.%03d".formatted(time.toSeconds(), time.toMillisPart());
    }
}
