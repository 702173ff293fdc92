package dev.quietus.core.settlement;

import dev.quietus.core.Text;
import dev.quietus.core.Wire;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;

import java.util.List;
import java.util.Optional;

/**
 * A person asks that an operation be taken back: opens an operation of its own for that, with an
 * owner, and for an effect outside with a person's yes before it starts. Asked again, it answers
 * with the same operation as long as that is open or was carried out.
 *
 * @param key run and operation that is to be taken back
 * @param by how
 * @param providers the systems that declare a way back
 * @param person who asks
 * @param reason why, where it is said
 */
public record OpenUndo(
        OperationKey key,
        By by,
        ProviderDirectory providers,
        String person,
        Optional<String> reason)
        implements Transaction<OpenUndo.Answer> {
    /** Bounds the texts. */
    public OpenUndo {
        reason.ifPresent(text -> Text.requiredSentence("reason", text));
    }

    /** How it is taken back. */
    public sealed interface By {}

    /**
     * The provider does it, by the call that it declares.
     *
     * @param seen digest of the effect as it is shown now, where the provider can show it
     */
    public record Provider(Optional<String> seen) implements By {}

    /** Whoever asks does it: files that a local command changed. */
    public record Asker() implements By {}

    /** What came of it. */
    public sealed interface Answer {}

    /**
     * There is an operation for it.
     *
     * @param undo as it is now
     * @param created whether this call made it
     */
    public record Opened(Operation undo, boolean created) implements Answer {}

    /**
     * It can't be taken back.
     *
     * @param operation the operation that was to be
     * @param why the reason
     */
    public record Refused(Operation operation, String why) implements Answer {}

    /** There is no such operation in the run. */
    public record NoSuchOperation() implements Answer {}

    @Override
    public Optional<RunId> concerns() {
        return Optional.of(key.run());
    }

    @Override
    public Answer apply(Records records) {
        List<Run> path = records.pathShared(key.run());
        Optional<Operation> found = path.isEmpty()
                ? Optional.empty()
                : records.operation(path.getFirst().tree(), key);
        if (found.isEmpty()) {
            return new NoSuchOperation();
        }
        Operation operation = found.get();
        Optional<String> refusal = refusal(operation, by, profile(operation));
        if (refusal.isPresent()) {
            return new Refused(operation, refusal.get());
        }
        Optional<Operation> open = operation
                .recovery()
                .flatMap(undo -> records.operation(operation.tree(), undo))
                .filter(this::stands);
        if (open.isPresent()) {
            return new Opened(open.get(), false);
        }
        return Recovery.open(records, operation, way(operation))
                .<Answer>map(undo -> new Opened(undo, true))
                .orElseGet(() -> new Refused(
                        operation, "every name for an operation that takes it back is taken"));
    }

    /**
     * An undo that failed or was refused leaves room for another one. So does one by the asker that
     * is over: files may have come to be as the command left them again.
     */
    private boolean stands(Operation undo) {
        return switch (undo.execution()) {
            case AWAITING_APPROVAL, QUEUED, SCHEDULED, RUNNING, OUTCOME_UNKNOWN -> true;
            case SUCCEEDED -> by instanceof Provider;
            case FAILED, REJECTED, DENIED, CANCELLED_BEFORE_START, CANCELLED_DURING_EXECUTION ->
                undo.unsettled();
        };
    }

    private Optional<ProviderProfile> profile(Operation operation) {
        return providers
                .find(operation.work().provider(), operation.work().tool())
                .map(dev.quietus.core.settlement.Provider::profile);
    }

    private Recovery.Way way(Operation operation) {
        return switch (by) {
            case Provider(Optional<String> seen) -> {
                ProviderProfile profile = profile(operation).orElseThrow();
                yield Recovery.Way.declared(profile, profile.recovery().orElseThrow(), seen)
                        .askedBy(person, reason);
            }
            case Asker() ->
                new Recovery.Way(
                                "quietus undo " + operation.key(),
                                Optional.of(person),
                                Optional.empty(),
                                false,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())
                        .askedBy(person, reason);
        };
    }

    /**
     * Why an operation can't be taken back, as far as the record tells; empty if it can.
     *
     * @param operation what is to be taken back
     * @param by how
     * @param profile what its provider declares
     */
    public static Optional<String> refusal(
            Operation operation, By by, Optional<ProviderProfile> profile) {
        if (operation.work().kind() == OperationKind.RECOVERY) {
            return Optional.of("it takes something back itself");
        }
        if (operation.attempts() == 0) {
            return Optional.of("it never began, so there is nothing to take back");
        }
        if (operation.execution() == ExecutionState.RUNNING) {
            return Optional.of("it still runs: stop it first");
        }
        return switch (by) {
            case Asker() ->
                operation.work().kind() == OperationKind.LOCAL_COMMAND
                        ? Optional.empty()
                        : Optional.of("it is no local command");
            case Provider _
            when operation.effect() != EffectState.VERIFIED_PRESENT ->
                Optional.of("its effect is not known to be there: it is "
                        + Wire.of(operation.effect()));
            case Provider _
            when profile.isEmpty() ->
                Optional.of(
                        "no provider is declared for tool '" + operation.work().tool() + "'");
            case Provider _
            when profile.get().recovery().isEmpty() ->
                Optional.of("provider '" + profile.get().name() + "' declares no undo");
            case Provider _ -> Optional.empty();
        };
    }
}
