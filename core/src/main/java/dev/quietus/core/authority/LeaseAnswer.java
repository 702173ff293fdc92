package dev.quietus.core.authority;

import dev.quietus.core.run.Run;

/** What came of a transaction on a run's lease. */
public sealed interface LeaseAnswer {
    /**
     * It is done, now or before.
     *
     * @param run as it is now
     */
    record Done(Run run) implements LeaseAnswer {}

    /**
     * Authority said no.
     *
     * @param decision why
     */
    record Denied(Decision decision) implements LeaseAnswer {}

    /**
     * It can't be done in the run's present state.
     *
     * @param why the reason, and what to do
     */
    record Refused(String why) implements LeaseAnswer {}
}
