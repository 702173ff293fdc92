package dev.quietus.execution.unit;

import java.time.Duration;

/** Why a unit came to its end. */
public sealed interface EndCause {
    /** The command ended by itself. */
    record OwnEnd() implements EndCause {}

    /**
     * Its run, its tool or the operation itself was stopped.
     *
     * @param reason the reason that was given, for people
     */
    record StopRequested(String reason) implements EndCause {}

    /**
     * It ran for longer than it may.
     *
     * @param limit how long it may run
     */
    record TimedOut(Duration limit) implements EndCause {}

    /**
     * Its supervisor was asked to end.
     *
     * @param by by what, such as {@code SIGINT}
     */
    record Interrupted(String by) implements EndCause {}

    /** Its supervisor died; somebody else ends it. */
    record SupervisorLost() implements EndCause {}
}
