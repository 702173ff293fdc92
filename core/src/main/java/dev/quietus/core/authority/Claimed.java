package dev.quietus.core.authority;

import dev.quietus.core.run.LeaseId;

import java.util.Optional;

/**
 * The authority that a caller says it acts under. Nothing of it is believed; it can only be found
 * stale.
 *
 * @param lease the lease it carries, if it carries one
 * @param epoch the revocation epoch it carries, if it carries one
 */
public record Claimed(Optional<LeaseId> lease, Optional<Long> epoch) {
    /** A caller that says nothing. */
    public static final Claimed NOTHING = new Claimed(Optional.empty(), Optional.empty());
}
