package dev.quietus.drill.cases;

import java.time.Duration;
import java.util.List;

/** What came of a case. */
sealed interface CaseResult {

    /** Which case. */
    DrillCase drilled();

    /** How long it took. */
    Duration time();

    /** What was observed, in the source's word. */
    String observed();

    /** {@code passed}, {@code failed} or {@code skipped}. */
    String word();

    /**
     * It came out as expected, and every claim holds.
     *
     * @param drilled which case
     * @param time how long it took
     * @param checks every claim
     */
    record Passed(DrillCase drilled, Duration time, List<Findings.Check> checks)
            implements CaseResult {
        @Override
        public String observed() {
            return drilled.expect();
        }

        @Override
        public String word() {
            return "passed";
        }
    }

    /**
     * It came out otherwise, or a claim does not hold, or it broke off.
     *
     * @param drilled which case
     * @param time how long it took
     * @param observed what was observed
     * @param differences what was expected against what was found, a sentence each, at least one
     * @param checks every claim, up to where it broke off
     */
    record Failed(
            DrillCase drilled,
            Duration time,
            String observed,
            List<String> differences,
            List<Findings.Check> checks)
            implements CaseResult {
        @Override
        public String word() {
            return "failed";
        }
    }

    /**
     * It was not played.
     *
     * @param drilled which case
     * @param reason why not
     */
    record Skipped(DrillCase drilled, String reason) implements CaseResult {
        @Override
        public Duration time() {
            return Duration.ZERO;
        }

        @Override
        public String observed() {
            return Findings.NOTHING;
        }

        @Override
        public String word() {
            return "skipped";
        }
    }
}
