package dev.quietus.core.run;

import dev.quietus.core.barrier.BarrierId;

import java.time.Instant;
import java.util.Optional;

/**
 * The authority of one run.
 *
 * @param id its id, as work carries it
 * @param capabilities what it allows
 * @param validUntil when it ends by itself, ledger time
 * @param revokedAt when it was taken away
 * @param revokedBy the barrier that took it away
 */
public record Lease(
        LeaseId id,
        Capabilities capabilities,
        Instant validUntil,
        Optional<Instant> revokedAt,
        Optional<BarrierId> revokedBy) {
    /** A lease that nobody has revoked. */
    public static Lease granted(LeaseId id, Capabilities capabilities, Instant validUntil) {
        return new Lease(id, capabilities, validUntil, Optional.empty(), Optional.empty());
    }

    /** Tells whether it was taken away. */
    public boolean revoked() {
        return revokedAt.isPresent();
    }

    /** Tells whether it has run out at {@code now}. */
    public boolean expired(Instant now) {
        return !now.isBefore(validUntil);
    }

    /** The same, taken away, unless it was before. */
    public Lease revoke(Instant at, BarrierId barrier) {
        return revoked()
                ? this
                : new Lease(id, capabilities, validUntil, Optional.of(at), Optional.of(barrier));
    }

    /** The same with another end. */
    public Lease until(Instant end) {
        return new Lease(id, capabilities, end, revokedAt, revokedBy);
    }
}
