package dev.quietus.core.barrier;

/**
 * What a barrier's scope holds at one moment; the completion rule is evaluated over this.
 *
 * @param notStarted accepted work that has not started
 * @param uncaptured begun work that the barrier has not taken in, unsettled or settled
 *     provisionally
 * @param pending taken in, not settled, and its budget is not spent; also where a person holds it
 *     since before the stop
 * @param unknown taken in, held by a person, and its budget is spent
 * @param generating model requests that run
 * @param activeLeases leases that are not revoked, in the stopped run and below
 */
public record ScopeCounts(
        long notStarted,
        long uncaptured,
        long pending,
        long unknown,
        long generating,
        long activeLeases) {
    /** Tells whether there is something that a sweep would take out or take in. */
    public boolean unswept() {
        return notStarted > 0 || uncaptured > 0 || activeLeases > 0;
    }

    /** Tells whether the completion rule of the barrier holds (S6), the quiet period apart. */
    public boolean complete() {
        return notStarted == 0
                && uncaptured == 0
                && pending == 0
                && unknown == 0
                && activeLeases == 0;
    }
}
