package dev.quietus.ledger;

import dev.quietus.core.ledger.Foreseen;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.core.run.RunId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One transaction on its way through a lane, and its caller's wait for the answer.
 *
 * <p>A caller that gives up takes its command back where no lane has taken it; what a lane has
 * taken may or may not be recorded.
 *
 * @param <R> the answer
 */
final class Command<R> {
    private final Function<Turn, R> work;
    private final Optional<RunId> concerns;
    private final Optional<Foreseen> foreseen;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private final CompletableFuture<R> answer = new CompletableFuture<>();
    private @Nullable R outcome;

    private enum Phase {
        WAITING,
        TAKEN,
        WITHDRAWN
    }

    Command(Function<Turn, R> work) {
        this(work, Optional.empty(), Optional.empty());
    }

    /**
     * A transaction that says what it is about.
     *
     * @param concerns a run of the one tree that it is about, where that is known
     * @param foreseen what it will ask, as far as that is known
     */
    Command(Function<Turn, R> work, Optional<RunId> concerns, Optional<Foreseen> foreseen) {
        this.work = work;
        this.concerns = concerns;
        this.foreseen = foreseen;
    }

    Optional<RunId> concerns() {
        return concerns;
    }

    Optional<Foreseen> foreseen() {
        return foreseen;
    }

    /** Called by the lane; false when the caller has given up. */
    boolean take() {
        return phase.compareAndSet(Phase.WAITING, Phase.TAKEN);
    }

    /** Runs the transaction; its outcome is told only by {@link #answer}. */
    void run(Turn turn) {
        try {
            outcome = work.apply(turn);
            turn.writeOut();
        } finally {
            turn.end();
        }
    }

    void answer() {
        answer.complete(outcome);
    }

    void fail(Throwable reason) {
        answer.completeExceptionally(reason);
    }

    boolean isAnswered() {
        return answer.isDone();
    }

    /**
     * Ends the wait of a caller who has no answer yet.
     *
     * @param bound how long that one has waited
     */
    void overdue(Duration bound) {
        if (!answer.isDone()) {
            answer.completeExceptionally(
                    new TimeoutException("no answer within " + bound.toMillis() + " ms"));
        }
    }

    /**
     * Waits for the answer, or until somebody says {@link #overdue}.
     *
     * @throws LedgerUnavailableException when there is none in time or the thread is interrupted
     */
    R await() {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof TimeoutException late
                    ? gaveUp(Reason.FAILED, String.valueOf(late.getMessage()), e)
                    : rethrown(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw gaveUp(Reason.CLOSED, "interrupted before the commit was known", e);
        }
    }

    private LedgerUnavailableException gaveUp(Reason reason, String why, Exception cause) {
        boolean withdrawn = phase.compareAndSet(Phase.WAITING, Phase.WITHDRAWN);
        return new LedgerUnavailableException(
                reason,
                "waiting for the ledger: " + why
                        + (withdrawn
                                ? "; nothing was written"
                                : "; whether it was written is not known, ask again"),
                cause);
    }

    private static RuntimeException rethrown(ExecutionException failure) {
        return switch (failure.getCause()) {
            case RuntimeException reason -> reason;
            case Error reason -> throw reason;
            case null, default ->
                new IllegalStateException("a transaction failed without a reason", failure);
        };
    }
}
