package dev.quietus.ledger;

import dev.quietus.core.ledger.Records.Label;
import dev.quietus.core.run.RunState;

import java.util.Optional;

/**
 * Which runs a list is about.
 *
 * @param state those in this state
 * @param label those with this label
 */
public record RunFilter(Optional<RunState> state, Optional<Label> label) {
    /** All runs. */
    public static final RunFilter ALL = new RunFilter(Optional.empty(), Optional.empty());

    /** The same, in one state only. */
    public RunFilter in(RunState only) {
        return new RunFilter(Optional.of(only), label);
    }

    /** The same, with a label only. */
    public RunFilter with(Label only) {
        return new RunFilter(state, Optional.of(only));
    }
}
