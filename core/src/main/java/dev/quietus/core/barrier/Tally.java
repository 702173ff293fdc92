package dev.quietus.core.barrier;

/**
 * What a barrier has counted so far; every number comes from rows it changed.
 *
 * @param descendantLeasesRevoked leases below the stopped run that were active
 * @param queuedCancelled queued operations taken out before they started
 * @param scheduledRetriesCancelled scheduled retries taken out
 * @param timersCancelled timers and awaited callbacks taken out
 * @param approvalsCancelled operations taken out while they awaited approval
 * @param lateAttemptsDenied begins refused after the stop
 */
public record Tally(
        long descendantLeasesRevoked,
        long queuedCancelled,
        long scheduledRetriesCancelled,
        long timersCancelled,
        long approvalsCancelled,
        long lateAttemptsDenied) {
    /** Nothing counted. */
    public static final Tally ZERO = new Tally(0, 0, 0, 0, 0, 0);

    /** The same with more leases. */
    public Tally plusLeases(long more) {
        return new Tally(
                descendantLeasesRevoked + more,
                queuedCancelled,
                scheduledRetriesCancelled,
                timersCancelled,
                approvalsCancelled,
                lateAttemptsDenied);
    }

    /** The same with one more operation taken out. */
    public Tally plus(Swept.Sort sort) {
        return new Tally(
                descendantLeasesRevoked,
                queuedCancelled + (sort == Swept.Sort.QUEUED ? 1 : 0),
                scheduledRetriesCancelled + (sort == Swept.Sort.RETRY ? 1 : 0),
                timersCancelled + (sort == Swept.Sort.TIMER ? 1 : 0),
                approvalsCancelled + (sort == Swept.Sort.APPROVAL ? 1 : 0),
                lateAttemptsDenied);
    }

    /** The same with one more late attempt. */
    public Tally plusLateAttempt() {
        return new Tally(
                descendantLeasesRevoked,
                queuedCancelled,
                scheduledRetriesCancelled,
                timersCancelled,
                approvalsCancelled,
                lateAttemptsDenied + 1);
    }

    /** Everything taken out before it started. */
    public long cancelledBeforeStart() {
        return queuedCancelled + scheduledRetriesCancelled + timersCancelled + approvalsCancelled;
    }
}
