package dev.quietus.core.settlement;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Asking a provider to cancel: the request is recorded before the call, the answer after it. */
public final class RecordCancel {
    /** After this an unanswered request of another node counts as lost. */
    static final Duration LOST_AFTER = Duration.ofSeconds(60);

    private RecordCancel() {}

    /**
     * Tells whether the provider is to be asked now: once per claim, again where the job has become
     * known since, and more often only where the provider says that it is idempotent.
     */
    static boolean due(Operation operation, ProviderProfile profile, Barrier barrier, Instant now) {
        String asker = barrier.asker();
        boolean carriedOut = operation
                .attempt()
                .flatMap(attempt -> attempt.result())
                .filter(result ->
                        result.outcome() == dev.quietus.core.operation.Attempt.Outcome.SUCCEEDED)
                .isPresent();
        if (carriedOut || !profile.cancels()) {
            return false;
        }
        return switch (operation.cancelRequest()) {
            case CancelRequest.NotRequested() -> true;
            case CancelRequest.Requested requested ->
                !requested.asker().equals(asker)
                        && (sameBarrier(requested.asker(), asker)
                                || now.isAfter(requested.requestedAt().plus(LOST_AFTER)));
            case CancelRequest.Answered answered -> askAgain(operation, profile, answered, barrier);
        };
    }

    private static boolean askAgain(
            Operation operation,
            ProviderProfile profile,
            CancelRequest.Answered answered,
            Barrier barrier) {
        String asker = barrier.asker();
        if (!answered.withJob() && operation.jobArrived()) {
            return true;
        }
        if (answered.response().equals("accepted") || answered.response().equals("already_ended")) {
            return false;
        }
        // Of two barriers only the later stop asks again, or they would ask in turn for ever.
        boolean refusedUnderOlderClaim = answered.response().equals("refused")
                && !answered.asker().equals(asker)
                && (sameBarrier(answered.asker(), asker)
                        || barrier.requestedAt().isAfter(answered.requestedAt()));
        return refusedUnderOlderClaim || profile.idempotentCancel();
    }

    private static boolean sameBarrier(String one, String other) {
        return one.substring(0, one.lastIndexOf('#'))
                .equals(other.substring(0, other.lastIndexOf('#')));
    }

    /**
     * Records that the provider is about to be asked, if that is due.
     *
     * @param fence the claim
     * @param key run and operation
     * @param profile what the provider declares
     */
    public record Request(Fence fence, OperationKey key, ProviderProfile profile)
            implements Transaction<Optional<Operation>> {
        @Override
        public Optional<RunId> concerns() {
            return Optional.of(key.run());
        }

        @Override
        public Optional<Operation> apply(Records records) {
            Optional<Barrier> held = fence.pass(records);
            if (held.isEmpty()) {
                return Optional.empty();
            }
            Optional<Operation> found = records.operation(held.get().tree(), key)
                    .filter(Operation::unsettled)
                    .filter(operation -> due(operation, profile, held.get(), records.now()));
            return found.map(operation -> request(records, held.get(), operation));
        }

        private Operation request(Records records, Barrier barrier, Operation operation) {
            Operation asked = operation
                    .change()
                    .cancelRequest(new CancelRequest.Requested(
                            records.now(), barrier.asker(), operation.jobArrived()))
                    .done();
            records.update(asked);
            records.append(
                    operation.tree(),
                    EventDraft.of(EventType.CANCEL_REQUESTED, key)
                            .under(barrier.id())
                            .with("provider", profile.name().value())
                            .with("provider_job", operation.providerJob()));
            return asked;
        }
    }

    /**
     * Records what the provider answered.
     *
     * @param fence the claim
     * @param key run and operation
     * @param answer the answer, or the lack of one
     */
    public record Answer(Fence fence, OperationKey key, CancelAnswer answer)
            implements Transaction<Boolean> {
        @Override
        public Optional<RunId> concerns() {
            return Optional.of(key.run());
        }

        @Override
        public Boolean apply(Records records) {
            Optional<Barrier> held = fence.pass(records);
            if (held.isEmpty()) {
                return false;
            }
            Operation operation = records.operation(held.get().tree(), key).orElseThrow();
            if (!(operation.cancelRequest() instanceof CancelRequest.Requested requested)) {
                return true;
            }
            records.update(operation
                    .change()
                    .cancelRequest(new CancelRequest.Answered(
                            requested.requestedAt(),
                            requested.asker(),
                            requested.withJob(),
                            answer.word(),
                            answer.detail(),
                            records.now()))
                    .done());
            records.append(
                    operation.tree(),
                    EventDraft.of(EventType.CANCEL_ANSWERED, key)
                            .under(held.get().id())
                            .with("provider_response", answer.word())
                            .with("detail", answer.detail()));
            return true;
        }
    }
}
