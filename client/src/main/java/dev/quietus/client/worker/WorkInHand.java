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
 * What guarded work has in its hands: its identity, its scope, and the two reports that later
 * decide whether an outcome can be known: that the request is about to be sent, and that it was.
 *
 * <p>Thread-safe.
 */
public final class WorkInHand {

    private static final Optional<SendState> OUT = Optional.of(SendState.SENT);

    private final Quietus quietus;
    private final String runId;
    private final String operationId;
    private final long attempt;
    private final String worker;
    private final CancellationScope scope;
    private final Object facts = new Object();
    private Optional<SendState> sent = Optional.empty();
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
     * @throws QuietusException if it could not be recorded; then do not send either
     */
    public void aboutToSend() {
        if (scope.isCancelled()) {
            noteHeldBack();
            scope.throwIfCancelled();
        }
        HeartbeatAnswer answer;
        try {
            SendState ahead = sendState().equals(OUT) ? SendState.SENT : SendState.ABOUT_TO_SEND;
            answer = quietus.heartbeat(new HeartbeatRequest(
                    runId, operationId, attempt, worker, Optional.of(ahead), job()));
        } catch (QuietusException notRecorded) {
            noteHeldBack();
            throw notRecorded;
        }
        heed(answer);
        if (scope.isCancelled()) {
            noteHeldBack();
            scope.throwIfCancelled();
        }
        synchronized (facts) {
            if (!isOut()) {
                sent = Optional.of(SendState.ABOUT_TO_SEND);
            }
        }
    }

    /**
     * Call as soon as the provider has the request and its id of the job is known. Never throws for
     * a lost connection: the request is out, and the next heartbeat and the result carry the report
     * too.
     *
     * @param job the provider's own id of the job
     */
    public void sent(String job) {
        synchronized (facts) {
            sent = Optional.of(SendState.SENT);
            providerJob = Optional.of(job);
        }
        beat(Optional.empty());
    }

    /**
     * Call when it is certain that nothing was sent and nothing will be in this attempt, for
     * example because the connection to the provider was refused after {@link #aboutToSend()}.
     *
     * @throws IllegalStateException if {@link #sent(String)} was called before
     */
    public void notSent() {
        synchronized (facts) {
            if (isOut()) {
                throw new IllegalStateException(
                        runId + "/" + operationId + ": reported as sent before, can't be not sent");
            }
            sent = Optional.of(SendState.NOT_SENT);
        }
    }

    /** One sign of life with all that is known; a lost one is made up for by the next. */
    void beat(Optional<Duration> limit) {
        Quietus bounded = limit.isPresent() ? quietus.within(limit.get()) : quietus;
        try {
            heed(bounded.heartbeat(
                    new HeartbeatRequest(runId, operationId, attempt, worker, sendState(), job())));
        } catch (QuietusProblemException refused) {
            if (refused.status() < 500) {
                cancel(new CancelReason(
                        CancelReason.NOT_HEARD, String.valueOf(refused.getMessage())));
            }
        } catch (QuietusException lost) {
            // A lost heartbeat is no reason to end work: what is sent is sent, and before the next
            // sending stands aboutToSend, which must reach the server.
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
        } catch (RuntimeException callbackFailed) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, callbackFailed);
        }
    }

    /**
     * The sending ahead is held back. That proves "not sent" only if no earlier sending of this
     * attempt may be out.
     */
    private void noteHeldBack() {
        synchronized (facts) {
            if (sent.isEmpty()) {
                sent = Optional.of(SendState.NOT_SENT);
            }
        }
    }

    private boolean isOut() {
        return sent.equals(OUT);
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
