package dev.quietus.core.settlement;

/**
 * The port to one system that does work and can be asked about it. Implementations do the I/O, are
 * safe for use by several threads, bound every call by the time-out of their declaration, and never
 * throw for anything the far side does: every answer, and the lack of one, is a value.
 */
public interface Provider {
    /** What is declared of this provider; constant for the life of the object. */
    ProviderProfile profile();

    /**
     * Asks the provider to cancel. An answer is never a proof that there is no effect.
     *
     * <p>May be repeated only where the profile says {@code idempotentCancel}.
     */
    CancelAnswer cancel(ProviderCall call);

    /** Asks the authoritative system what it shows of the operation's effect. Always repeatable. */
    Observation observe(ProviderCall call);

    /**
     * Performs the declared recovery of a completed effect.
     *
     * <p>Called only for an operation that a person approved and that has begun.
     */
    RecoveryAnswer recover(ProviderCall call);
}
