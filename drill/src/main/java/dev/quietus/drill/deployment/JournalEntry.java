package dev.quietus.drill.deployment;

import java.time.Instant;
import java.util.Optional;

/**
 * One change of the service's state. The journal is the list of these, and applying the list from
 * the start gives the state: there is no other way to change it.
 */
sealed interface JournalEntry {
    /** A preview was asked for and accepted. */
    record Accepted(String previewId, PreviewOrder order, Instant at) implements JournalEntry {}

    /** A job went on, in any way but past its commit point. */
    record Moved(String previewId, JobEvent event, Instant at) implements JournalEntry {}

    /** A job passed its commit point. */
    record Committed(String previewId, String effectId, Instant at) implements JournalEntry {}

    /** A cancel was accepted. */
    record Asked(String previewId, CancelRequest request) implements JournalEntry {}

    /** A reservation was changed by somebody else. */
    record Changed(String effectId, String by, Instant at) implements JournalEntry {}

    /** A reservation was taken back. */
    record Undone(String effectId, Instant at) implements JournalEntry {}

    /** Behaviours were set for a run, or for everybody. */
    record Behaves(Optional<String> runId, Behaviours behaviours) implements JournalEntry {}

    /** Jobs, reservations and behaviours were forgotten; names are not given out again. */
    record Cleared(Instant at) implements JournalEntry {}
}
