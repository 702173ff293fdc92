package dev.quietus.core.operation;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.run.TreeId;
import dev.quietus.core.settlement.ProviderCall;

import java.time.Instant;
import java.util.Optional;

/**
 * One accepted piece of work with everything that is known of it.
 *
 * @param tree the tree of its run
 * @param key run and operation id
 * @param work what was asked for
 * @param epoch the revocation epoch it was stamped with when accepted
 * @param acceptedAt ledger time
 * @param execution what became of carrying it out
 * @param effect what is known of its effect
 * @param availableAt when a queue may hand it out; empty while it may not
 * @param approvedBy who said yes or no, where a person was asked
 * @param attempt its last attempt, once it has begun
 * @param maxAttempts how many attempts its retry policy allows, 0 for no policy
 * @param cancelledBy the barrier that took it out or asked for its end
 * @param cancelRequest what was asked of the provider
 * @param settlement whether it is known how it came out
 * @param looking how that is being found out
 * @param effectId the provider's name of the effect, once seen
 * @param recovery the operation that would take the effect back, once opened
 */
public record Operation(
        TreeId tree,
        OperationKey key,
        Work work,
        long epoch,
        Instant acceptedAt,
        ExecutionState execution,
        EffectState effect,
        Optional<Instant> availableAt,
        Optional<String> approvedBy,
        Optional<Attempt> attempt,
        int maxAttempts,
        Optional<BarrierId> cancelledBy,
        CancelRequest cancelRequest,
        Settlement settlement,
        Looking looking,
        Optional<String> effectId,
        Optional<OperationKey> recovery) {

    /** Tells whether it began at least once and it is not known how it came out. */
    public boolean unsettled() {
        return attempt.isPresent() && !(settlement instanceof Settlement.Settled);
    }

    /** Tells whether a person holds its outcome. */
    public boolean heldUnknown() {
        return settlement instanceof Settlement.Unknown;
    }

    /** Tells whether a person holds its outcome and no budget for looking for it is left. */
    public boolean givenUp(Instant now) {
        return heldUnknown() && !looking.budgetLeft(now);
    }

    /** The number of the last attempt, 0 when it never began. */
    public int attempts() {
        return attempt.map(Attempt::number).orElse(0);
    }

    /** The provider's job of the last attempt, once reported. */
    public Optional<String> providerJob() {
        return attempt.flatMap(Attempt::providerJob);
    }

    /** Tells whether the provider is known to have received the work. */
    public boolean jobArrived() {
        return providerJob().isPresent() || looking.jobSeen();
    }

    /** What the provider is told when it is asked about this operation. */
    public ProviderCall call() {
        return new ProviderCall(
                tree, key, work.tool(), work.idempotencyKey(), epoch, providerJob(), effectId);
    }

    /** A copy to be changed field by field. */
    public OperationChange change() {
        return new OperationChange(this);
    }
}
