package dev.quietus.client.worker;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.ClaimedOperation;
import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.client.Quietus;
import dev.quietus.client.SendState;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.CancelReason;
import dev.quietus.client.scope.CancellationScope;
import dev.quietus.client.scope.RunCancelledException;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs work the safe way: begin, the work itself with heartbeats at a third of the time-out, finish
 * with the facts. If begin can't be recorded, the work is not started; if its scope is cancelled
 * already, it is not started either, and recorded as not sent.
 *
 * <pre>{@code
 * WorkAnswer answer = guard.run(envelope.begin("worker-7"), work -> {
 *     work.aboutToSend();
 *     String job = previews.reserve(work.operationId());
 *     work.sent(job);
 *     return FinishFacts.succeeded().withEffect(Effect.PRESENT);
 * });
 * }</pre>
 *
 * <p>Thread-safe; the work runs in the calling thread, the heartbeats in a daemon thread.
 */
public final class WorkerGuard {

    /** How long a worker may be silent if the request does not say: 30 s. */
    public static final Duration DEFAULT_HEARTBEAT_TIMEOUT = Duration.ofSeconds(30);

    private static final int BEATS_PER_TIMEOUT = 3;
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(50);

    private final Quietus quietus;
    private final CancellationScope parent;

    private WorkerGuard(Quietus quietus, CancellationScope parent) {
        this.quietus = quietus;
        this.parent = parent;
    }

    /** A guard whose work hears of a stop by heartbeat. */
    public static WorkerGuard of(Quietus quietus) {
        return new WorkerGuard(quietus, CancellationScope.root("worker"));
    }

    /** A guard whose work is also cancelled with the given scope, such as one fed by signals. */
    public static WorkerGuard of(Quietus quietus, CancellationScope parent) {
        return new WorkerGuard(quietus, parent);
    }

    /**
     * Begins an operation and, only if it is allowed and recorded, does its work.
     *
     * @throws QuietusException if begin could not be recorded; the work was not started
     * @throws ResultNotRecordedException if the work was done but its result could not be recorded
     */
    public WorkAnswer run(BeginRequest request, GuardedWork work) {
        Duration timeout = request.heartbeatTimeout().orElse(DEFAULT_HEARTBEAT_TIMEOUT);
        BeginAnswer answer = quietus.begin(request.withHeartbeatTimeout(timeout));
        if (answer instanceof BeginAnswer.Denied denied) {
            return new WorkAnswer.Denied(denied.decision(), denied.detail());
        }
        if (answer instanceof BeginAnswer.AlreadyFinished finished) {
            return new WorkAnswer.AlreadyFinished(finished.operation());
        }
        long attempt = ((BeginAnswer.Allowed) answer).attempt();
        return perform(
                request.runId(), request.operationId(), attempt, request.worker(), timeout, work);
    }

    /**
     * Does the work of an operation that is claimed and so begun already.
     *
     * @param heartbeatTimeout the time-out that was asked for in the claim
     * @throws ResultNotRecordedException if the work was done but its result could not be recorded
     */
    public WorkAnswer runClaimed(
            ClaimedOperation claimed, Duration heartbeatTimeout, GuardedWork work) {
        return perform(
                claimed.runId(),
                claimed.operationId(),
                claimed.attempt(),
                claimed.worker(),
                heartbeatTimeout,
                work);
    }

    private WorkAnswer perform(
            String runId,
            String operationId,
            long attempt,
            String worker,
            Duration timeout,
            GuardedWork work) {
        try (CancellationScope scope = parent.child(runId + "/" + operationId)) {
            WorkInHand hand = new WorkInHand(quietus, runId, operationId, attempt, worker, scope);
            Ending ending = scope.isCancelled() ? notStarted(hand) : ending(hand, timeout, work);
            FinishFacts facts = hand.completed(ending.facts());
            return ending.answer(facts, record(hand, facts));
        }
    }

    /** How the work ended, before that is recorded. */
    private record Ending(FinishFacts facts, Optional<Exception> thrown) {

        WorkAnswer answer(FinishFacts told, JsonObject recorded) {
            if (thrown.isEmpty()) {
                return new WorkAnswer.Finished(told, recorded);
            }
            if (thrown.get() instanceof RunCancelledException cancelled) {
                return new WorkAnswer.Cancelled(
                        told, recorded, cancelled.reason().describe());
            }
            return new WorkAnswer.Failed(told, recorded, thrown.get());
        }
    }

    private static Ending notStarted(WorkInHand hand) {
        hand.notSent();
        CancelReason reason = hand.scope().reason().orElseThrow();
        RunCancelledException e = new RunCancelledException(hand.scope().name(), reason);
        return new Ending(inPlace(hand, Outcome.CANCELLED, e), Optional.of(e));
    }

    private static Ending ending(WorkInHand hand, Duration timeout, GuardedWork work) {
        Duration third = timeout.dividedBy(BEATS_PER_TIMEOUT);
        Duration interval = third.compareTo(SHORTEST_INTERVAL) > 0 ? third : SHORTEST_INTERVAL;
        Heartbeats heartbeats = Heartbeats.start(hand, interval);
        try {
            FinishFacts facts = work.perform(hand);
            Objects.requireNonNull(facts, "the facts that the work returned");
            return new Ending(facts, Optional.empty());
        } catch (RunCancelledException e) {
            return new Ending(inPlace(hand, Outcome.CANCELLED, e), Optional.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            Outcome outcome = hand.scope().isCancelled() ? Outcome.CANCELLED : Outcome.FAILED;
            return new Ending(inPlace(hand, outcome, e), Optional.of(e));
        } catch (Exception e) {
            return new Ending(inPlace(hand, Outcome.FAILED, e), Optional.of(e));
        } catch (Error e) {
            recordBeforeEnd(hand, e);
            throw e;
        } finally {
            heartbeats.close();
        }
    }

    private static void recordBeforeEnd(WorkInHand hand, Error error) {
        try {
            record(hand, inPlace(hand, Outcome.FAILED, error));
        } catch (RuntimeException notRecorded) {
            error.addSuppressed(notRecorded);
        }
    }

    /** What can be told for work that threw: of the effect only what its reports prove. */
    private static FinishFacts inPlace(WorkInHand hand, Outcome outcome, Throwable thrown) {
        FinishFacts facts =
                hand.completed(FinishFacts.of(outcome).withError(String.valueOf(thrown)));
        if (facts.sent().isEmpty()) {
            return facts;
        }
        return facts.withEffect(
                facts.sent().get() == SendState.NOT_SENT ? Effect.NONE : Effect.UNKNOWN);
    }

    /** Recording is no part of the cancelled or interrupted work: it goes on in any case. */
    private static JsonObject record(WorkInHand hand, FinishFacts facts) {
        boolean interrupted = Thread.interrupted();
        try {
            return hand.finish(facts);
        } catch (QuietusException | IllegalStateException e) {
            throw new ResultNotRecordedException(hand.runId() + "/" + hand.operationId(), facts, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
