package dev.quietus.core.operation;

import java.time.Instant;

/** What was asked of the provider, and what it answered; requested and accepted are two facts. */
public sealed interface CancelRequest {
    /** Nobody has asked the provider to cancel. */
    record NotRequested() implements CancelRequest {}

    /**
     * The request is recorded, and about to be sent or on its way; no answer is known.
     *
     * @param requestedAt ledger time, before the call
     * @param asker the barrier and the number of its claim, {@code BARRIER#N}
     * @param withJob whether the provider's job was known
     */
    record Requested(Instant requestedAt, String asker, boolean withJob) implements CancelRequest {}

    /**
     * An answer, or the lack of one, is recorded.
     *
     * @param requestedAt ledger time, before the call
     * @param asker the barrier and the number of its claim, {@code BARRIER#N}
     * @param withJob whether the provider's job was known when it was asked
     * @param response one word: accepted, already_ended, refused, not_answered, unsupported
     * @param detail what exactly was answered
     * @param answeredAt ledger time, after the call
     */
    record Answered(
            Instant requestedAt,
            String asker,
            boolean withJob,
            String response,
            String detail,
            Instant answeredAt)
            implements CancelRequest {}
}
