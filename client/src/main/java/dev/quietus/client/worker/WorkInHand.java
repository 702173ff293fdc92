package dev.quietus.client.worker;

import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.HeartbeatAnswer;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.SendState;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.CancelReason;
import dev.quietus.client.scope.CancellationScope;

import java.time.Duration;
import java.util.Optional;

/**
 * What guarded work has in its hands: its identity, its scope, and the reports that later decide
 * whether an outcome can be known: that the request is about to be sent, and that it was.
 *
 * <p>"Not sent" settles an operation, so it is reported by a sign of life only when it is final: a
 * report that is late on its way must never stand against a request that went out after it.
 *
 * <p>Thread-safe, but for the reports about sending, which are for the thread that sends.
 */
public final class WorkInHand {

    private static final Optional<SendState> OUT = Optional.of(SendState.SENT);
    private static final Optional<SendState> HELD = Optional.of(SendState.NOT_SENT);

    /** How long the work waits at most until its "sent" is recorded; the next beat repeats it. */
    private static final Duration SENT_REPORT = Duration.ofSeconds(5);

    private final Quietus quietus;
    private final String runId;
    private final String operationId;
    private final long attempt;
    private final String worker;
    private final CancellationScope scope;
    private final Object facts = new Object();
    private Optional<SendState> sent = Optional.empty();
    private boolean heldForGood;
    private Optional<String> providerJob = Optional.empty();

    WorkInHand(
            Quietus quietus,
            String runId,
            String operationId,
            long attempt,
            String worker,
            CancellationScope scope) {
        this.quietus = quietus;
        this.runId = runId;
        this.operationId = operationId;
        this.attempt = attempt;
        this.worker = worker;
        this.scope = scope;
    }

    /** The run. */
    public String runId() {
        return runId;
    }

    /** The operation. */
    public String operationId() {
        return operationId;
    }

    /** The attempt's number. */
    public long attempt() {
        return attempt;
    }

    /** Cancelled when a stop was requested, by heartbeat or by a parent scope. */
    public CancellationScope scope() {
        return scope;
    }

    /**
     * Call immediately before the request to the provider: has it recorded that the request may be
     * out from now on. The last checkpoint before the side effect.
     *
     * @throws dev.quietus.client.scope.RunCancelledException if a stop was requested; then do not
     *     send. The server is told that it was not sent
     * @throws QuietusException if it could not be recorded; then do not send either, but it may be
     *     tried again
     * @throws IllegalStateException if {@link #notSent()} was called before, or the client is
     *     closed; do not send
     */
    public void aboutToSend() {
        requireMaySend();
        throwIfCancelled();
        HeartbeatAnswer answer;
        try {
            SendState ahead = sendState().equals(OUT) ? SendState.SENT : SendState.ABOUT_TO_SEND;
            answer = quietus.heartbeat(new HeartbeatRequest(
                    runId, operationId, attempt, worker, Optional.of(ahead), job()));
        } catch (QuietusException | IllegalStateException notRecorded) {
            noteHeldBack(false);
            throw notRecorded;
        }
        heed(answer);
        throwIfCancelled();
        synchronized (facts) {
            if (!isOut()) {
                sent = Optional.of(SendState.ABOUT_TO_SEND);
            }
        }
    }

    private void requireMaySend() {
        synchronized (facts) {
            if (heldForGood && !scope.isCancelled()) {
                throw new IllegalStateException(runId + "/" + operationId
                        + ": reported as not sent in this attempt, can't be sent any more");
            }
        }
    }

    /** A scope stays cancelled, so what is held back here is held back for good. */
    private void throwIfCancelled() {
        if (scope.isCancelled()) {
            noteHeldBack(true);
            scope.throwIfCancelled();
        }
    }

    /**
     * Call as soon as the provider has the request and its id of the job is known. Never throws for
     * a lost connection: the request is out, and the next heartbeat and the result carry the report
     * too. Waits for 5 s at most.
     *
     * @param job the provider's own id of the job
     * @throws IllegalArgumentException if the id is not 1 to 200 printable ASCII characters without
     *     spaces; that it was sent is noted all the same
     */
    public void sent(String job) {
        synchronized (facts) {
            sent = OUT;
        }
        // Throws for an id that the server does not take, before it can spoil later reports.
        new HeartbeatRequest(runId, operationId, attempt, worker, OUT, Optional.of(job));
        synchronized (facts) {
            providerJob = Optional.of(job);
        }
        beat(SENT_REPORT);
    }

    /**
     * Call when it is certain that nothing was sent and nothing will be in this attempt, for
     * example because the connection to the provider was refused after {@link #aboutToSend()}. From
     * then on {@link #aboutToSend()} refuses.
     *
     * @throws IllegalStateException if {@link #sent(String)} was called before
     */
    public void notSent() {
        synchronized (facts) {
            if (isOut()) {
                throw new IllegalStateException(
                        runId + "/" + operationId + ": reported as sent before, can't be not sent");
            }
            sent = HELD;
            heldForGood = true;
        }
    }

    /** One sign of life with all that is known; a lost one is made up for by the next. */
    void beat(Duration limit) {
        try {
            heed(quietus.within(limit)
                    .heartbeat(new HeartbeatRequest(
                            runId, operationId, attempt, worker, lastingState(), job())));
        } catch (QuietusProblemException refused) {
            if (!refused.isPassing()) {
                cancel(new CancelReason(
                        CancelReason.NOT_HEARD, String.valueOf(refused.getMessage())));
            }
        } catch (QuietusException | IllegalStateException lost) {
            // A lost heartbeat (or a closed client) is no reason to end work: what is sent is sent,
            // and before the next sending stands aboutToSend, which must reach the server.
            return;
        }
    }

    private void heed(HeartbeatAnswer answer) {
        if (answer.stopRequested()) {
            cancel(new CancelReason(
                    CancelReason.CANCEL_REQUESTED, answer.reason().orElse("")));
        }
    }

    /** Cancels the scope; a callback that throws is reported, but disturbs nobody here. */
    private void cancel(CancelReason reason) {
        try {
            scope.cancel(reason);
        } catch (RuntimeException | Error callbackFailed) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, callbackFailed);
        }
    }

    /**
     * The sending ahead is held back. That proves "not sent" only if no earlier sending of this
     * attempt may be out.
     */
    private void noteHeldBack(boolean forGood) {
        synchronized (facts) {
            if (sent.isEmpty()) {
                sent = HELD;
            }
            heldForGood |= forGood && sent.equals(HELD);
        }
    }

    private boolean isOut() {
        return sent.equals(OUT);
    }

    /** What may be reported while the attempt goes on. */
    private Optional<SendState> lastingState() {
        synchronized (facts) {
            return sent.equals(HELD) && !heldForGood ? Optional.empty() : sent;
        }
    }

    private Optional<SendState> sendState() {
        synchronized (facts) {
            return sent;
        }
    }

    private Optional<String> job() {
        synchronized (facts) {
            return providerJob;
        }
    }

    /** Tells the result of the attempt. */
    JsonObject finish(FinishFacts told) {
        return quietus.finish(new FinishRequest(runId, operationId, attempt, worker, told));
    }

    /** The given facts with what was reported on the way, where they do not say it themselves. */
    FinishFacts completed(FinishFacts told) {
        FinishFacts whole = told;
        Optional<SendState> state = sendState();
        if (whole.sent().isEmpty() && state.isPresent()) {
            whole = whole.withSent(state.get());
        }
        Optional<String> job = job();
        if (whole.providerJob().isEmpty() && job.isPresent()) {
            whole = whole.withProviderJob(job.get());
        }
        return whole;
    }
}
