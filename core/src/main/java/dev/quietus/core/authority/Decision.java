package dev.quietus.core.authority;

/**
 * What authority says about a start. The order of the refusals is part of the contract: the first
 * that applies is the answer (DESIGN.md section 4).
 */
public enum Decision {
    /** It may start, and is recorded as running. */
    ALLOW,
    /** There is no such run. */
    DENY_UNKNOWN_RUN,
    /** A run above has lost its authority. */
    DENY_PARENT_REVOKED,
    /** The work, or the caller, carries an epoch or a lease that is not the run's current one. */
    DENY_STALE_EPOCH,
    /** The lease has run out, or the run has completed. */
    DENY_LEASE_EXPIRED,
    /** The operation's own expiry has passed. */
    DENY_OPERATION_EXPIRED,
    /** The run or the operation is cancelled, though its stamp is current. */
    DENY_CANCELLED,
    /** The lease does not allow the tool, or a stop took it away. */
    DENY_CAPABILITY,
    /** A person has not said yes, or has said no. */
    DENY_NOT_APPROVED,
    /** The same business operation began before, and nobody knows how it came out. */
    DENY_OUTCOME_UNKNOWN;

    /** Tells whether the work may start. */
    public boolean allowed() {
        return this == ALLOW;
    }

    /** Tells whether the refusal does not go away: work that meets it never starts. */
    public boolean lasting() {
        return switch (this) {
            case DENY_LEASE_EXPIRED, DENY_OPERATION_EXPIRED, DENY_CAPABILITY -> true;
            case ALLOW,
                    DENY_UNKNOWN_RUN,
                    DENY_PARENT_REVOKED,
                    DENY_STALE_EPOCH,
                    DENY_CANCELLED,
                    DENY_NOT_APPROVED,
                    DENY_OUTCOME_UNKNOWN -> false;
        };
    }
}
