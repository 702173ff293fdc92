package dev.quietus.cli.stop;

import java.util.Optional;

/** What is to be stopped. */
sealed interface StopTarget {

    /**
     * One run, or some of its work.
     *
     * @param run the run
     * @param operation one operation of it only
     * @param tool the matching tools only; not together with an operation
     */
    record OneRun(String run, Optional<String> operation, Optional<String> tool)
            implements StopTarget {}

    /**
     * Every run with a label.
     *
     * @param label written {@code K=V}
     */
    record Labelled(String label) implements StopTarget {}

    /**
     * Every run.
     *
     * @param freeze whether new ones are refused from now on
     */
    record Everything(boolean freeze) implements StopTarget {}
}
