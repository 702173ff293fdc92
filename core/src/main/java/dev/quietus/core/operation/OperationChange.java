package dev.quietus.core.operation;

import dev.quietus.core.barrier.BarrierId;

import java.time.Instant;
import java.util.Optional;

/**
 * A copy of an operation on which the fields that one transaction changes are set; states go
 * through their tables. Used inside one transaction by one thread.
 */
public final class OperationChange {
    private final Operation before;
    private ExecutionState execution;
    private EffectState effect;
    private Optional<Instant> availableAt;
    private Optional<String> approvedBy;
    private Optional<Attempt> attempt;
    private int maxAttempts;
    private Optional<BarrierId> cancelledBy;
    private CancelRequest cancelRequest;
    private Settlement settlement;
    private Looking looking;
    private Optional<String> effectId;
    private Optional<OperationKey> recovery;

    OperationChange(Operation before) {
        this.before = before;
        this.execution = before.execution();
        this.effect = before.effect();
        this.availableAt = before.availableAt();
        this.approvedBy = before.approvedBy();
        this.attempt = before.attempt();
        this.maxAttempts = before.maxAttempts();
        this.cancelledBy = before.cancelledBy();
        this.cancelRequest = before.cancelRequest();
        this.settlement = before.settlement();
        this.looking = before.looking();
        this.effectId = before.effectId();
        this.recovery = before.recovery();
    }

    /**
     * Moves the execution state along its table.
     *
     * @throws dev.quietus.core.Invariant.Violated when the table does not allow it
     */
    public OperationChange execution(ExecutionState.Event event) {
        execution = ExecutionState.TABLE.require(execution, event);
        return this;
    }

    /** Moves the execution state where the table allows it, and leaves it as it is otherwise. */
    public OperationChange executionWherePossible(ExecutionState.Event event) {
        execution = ExecutionState.TABLE.next(execution, event).orElse(execution);
        return this;
    }

    /**
     * Moves the effect state along its table.
     *
     * @throws dev.quietus.core.Invariant.Violated when the table does not allow it
     */
    public OperationChange effect(EffectState.Event event) {
        effect = EffectState.TABLE.require(effect, event);
        return this;
    }

    /** Moves the effect state where the table allows it, and leaves it as it is otherwise. */
    public OperationChange effectWherePossible(EffectState.Event event) {
        effect = EffectState.TABLE.next(effect, event).orElse(effect);
        return this;
    }

    /** Sets when a queue may hand it out. */
    public OperationChange availableAt(Optional<Instant> at) {
        availableAt = at;
        return this;
    }

    /** Sets who decided. */
    public OperationChange approvedBy(String person) {
        approvedBy = Optional.of(person);
        return this;
    }

    /** Sets the last attempt. */
    public OperationChange attempt(Attempt value) {
        attempt = Optional.of(value);
        return this;
    }

    /** Sets how many attempts the retry policy allows. */
    public OperationChange maxAttempts(int value) {
        maxAttempts = value;
        return this;
    }

    /** Sets the barrier that takes it out, unless one did already. */
    public OperationChange cancelledBy(BarrierId barrier) {
        if (cancelledBy.isEmpty()) {
            cancelledBy = Optional.of(barrier);
        }
        return this;
    }

    /** Sets what was asked of the provider. */
    public OperationChange cancelRequest(CancelRequest value) {
        cancelRequest = value;
        return this;
    }

    /** Sets whether it is known how it came out. */
    public OperationChange settlement(Settlement value) {
        settlement = value;
        return this;
    }

    /** Sets how that is being found out. */
    public OperationChange looking(Looking value) {
        looking = value;
        return this;
    }

    /** Sets the provider's name of the effect. */
    public OperationChange effectId(Optional<String> value) {
        effectId = value;
        return this;
    }

    /** Sets the operation that would take the effect back. */
    public OperationChange recovery(OperationKey value) {
        recovery = Optional.of(value);
        return this;
    }

    /** The changed copy. */
    public Operation done() {
        return new Operation(
                before.tree(),
                before.key(),
                before.work(),
                before.epoch(),
                before.acceptedAt(),
                execution,
                effect,
                availableAt,
                approvedBy,
                attempt,
                maxAttempts,
                cancelledBy,
                cancelRequest,
                settlement,
                looking,
                effectId,
                recovery);
    }
}
