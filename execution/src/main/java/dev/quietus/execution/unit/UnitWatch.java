package dev.quietus.execution.unit;

import java.util.List;

/** Who wants to know of a unit's end while it goes on. Called by the unit's own threads. */
public interface UnitWatch {
    /** Nobody. */
    UnitWatch NONE = new UnitWatch() {};

    /**
     * The unit is being ended: to be noted where others find it. May block; the end waits for no
     * longer than its budget allows.
     */
    default void ending(UnitName unit, EndCause cause, List<Member> living) {}

    /** A step of the end was made. Must not block. */
    default void step(Step step) {}
}
