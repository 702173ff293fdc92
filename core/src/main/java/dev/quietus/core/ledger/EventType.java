package dev.quietus.core.ledger;

/** What can be written into a tree's chain of events. Appended to, never renamed. */
public enum EventType {
    /** A run or child run exists from here on. */
    RUN_REGISTERED,
    /** A lease ends later than before. */
    LEASE_RENEWED,
    /** A person made a child run independent. */
    RUN_PROMOTED,
    /** The agent said that the run is done. */
    RUN_COMPLETED,
    /** A lease ran out. */
    RUN_EXPIRED,
    /** Work was taken in. */
    OPERATION_ACCEPTED,
    /** A person said yes. */
    OPERATION_APPROVED,
    /** A person said no. */
    OPERATION_REJECTED,
    /** The check at the start allowed it. */
    OPERATION_BEGUN,
    /** The check at the start refused it. */
    OPERATION_DENIED,
    /** The same, because of a stop. */
    LATE_ATTEMPT_DENIED,
    /** A worker said something about what it sends. */
    OPERATION_REPORTED,
    /** A worker reported a result. */
    OPERATION_FINISHED,
    /** A worker reported a failure and asked for another attempt. */
    RETRY_SCHEDULED,
    /** A result came that no longer counts or no longer fits; it is kept as a fact. */
    LATE_RESULT,
    /** A decision or callback came for work that a stop had taken out; ignored. */
    STALE_DECISION_IGNORED,
    /** A worker gave no sign of life for its heartbeat time-out. */
    WORKER_SILENT,
    /** A stop's barrier is written: from here on nothing of its scope begins. */
    STOP_REQUESTED,
    /** The same stop was asked for again. */
    STOP_REPEATED,
    /** Leases below the stopped run are marked as revoked. */
    DESCENDANTS_REVOKED,
    /** Work that had not started was taken out; the ids are in the event. */
    OPERATIONS_CANCELLED,
    /** Work that was in flight at the stop; the ids are in the event. */
    IN_FLIGHT_CAPTURED,
    /** The barrier moved to its next step. */
    BARRIER_MOVED,
    /** A provider is about to be asked to cancel. */
    CANCEL_REQUESTED,
    /** What the provider answered. */
    CANCEL_ANSWERED,
    /** What the authoritative system showed. */
    EFFECT_OBSERVED,
    /** Evidence settled an operation. */
    OPERATION_SETTLED,
    /** The budget is spent; a person holds it. */
    OUTCOME_UNKNOWN,
    /** The declared recovery of a completed effect waits for approval. */
    RECOVERY_OPENED,
    /** A receipt was issued. */
    RECEIPT_ISSUED,
    /** A late fact contradicts a receipt that was issued before. */
    RECEIPT_CONTRADICTED
}
