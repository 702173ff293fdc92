package dev.quietus.execution.unit;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** What an operating system offers to units. Safe for use by several threads. */
public interface UnitSystem {
    /** How firmly units are held here. */
    Rung rung();

    /** Why it is no stronger, for people; empty for the strongest that this system knows. */
    Optional<String> limits();

    /** The numbering of processes that pids mean here; see {@link UnitName#space()}. */
    String space();

    /**
     * Starts a process behind a gate: it is there, and no instruction of the command runs until the
     * gate is opened. If this process dies first, it ends by itself.
     *
     * @param command what is to be run
     * @param mark the unit's mark
     * @throws IOException when the system refuses; then nothing was started
     */
    StartedUnit start(UnitCommand command, String mark) throws IOException;

    /** This process. */
    ProcessKey self();

    /** Tells whether exactly this process is there and lives. */
    boolean lives(ProcessKey process);

    /**
     * What can be found of a unit whose supervisor is gone. Its processes are no children of this
     * one.
     *
     * @param holder the process with whose end everything of it has ended, where one was noted
     * @throws IllegalArgumentException when it is of another numbering of processes
     */
    Members find(UnitName unit, Optional<ProcessKey> holder);

    /**
     * Takes away what dead supervisors have left in the system itself and nothing lives in.
     *
     * @param noted the marks of units that somebody still asks about
     * @param before only what is older than this
     */
    default void clear(Set<String> noted, Instant before) {}
}
