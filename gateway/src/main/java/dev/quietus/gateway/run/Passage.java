package dev.quietus.gateway.run;

import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.SendState;
import dev.quietus.client.scope.CancellationScope;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Work that was let through, from its begin to its result. Its signs of life are given by the
 * {@link GatewayRun} until it is finished. Thread-safe.
 */
public final class Passage {
    private final GatewayRun run;
    private final String operationId;
    private final long attempt;
    private final CancellationScope scope;
    private final AtomicBoolean finished = new AtomicBoolean();
    private Optional<SendState> sent = Optional.empty();
    private Optional<String> providerJob = Optional.empty();

    Passage(GatewayRun run, String operationId, long attempt, CancellationScope scope) {
        this.run = run;
        this.operationId = operationId;
        this.attempt = attempt;
        this.scope = scope;
    }

    /** The operation. */
    public String operationId() {
        return operationId;
    }

    /** The attempt's number. */
    public long attempt() {
        return attempt;
    }

    /** Cancelled when a stop of the run, or of this operation, was requested. */
    public CancellationScope scope() {
        return scope;
    }

    /** Notes that the provider has the request; told to the server behind the caller's back. */
    public void sent() {
        note(SendState.SENT, Optional.empty());
    }

    /**
     * As {@link #sent()}, with the provider's own id of the job.
     *
     * @param job 1 to 200 printable ASCII characters without spaces; another one is left out
     */
    public void sent(String job) {
        boolean sound = !job.isEmpty()
                && job.length() <= 200
                && job.chars().allMatch(unit -> unit > ' ' && unit < 0x7F);
        note(SendState.SENT, Optional.of(job).filter(id -> sound));
    }

    private void note(SendState state, Optional<String> job) {
        synchronized (this) {
            sent = Optional.of(state);
            providerJob = job.or(() -> providerJob);
        }
        if (!finished.get()) {
            run.beatSoon(this);
        }
    }

    /**
     * Tells the result. What can't be recorded now is told later, for as long as the run's gateway
     * is open. Only the first call counts.
     *
     * @return whether it is recorded
     */
    public boolean finish(FinishFacts facts) {
        return finished.compareAndSet(false, true) && run.finish(this, completed(facts));
    }

    /** As {@link #finish}, without waiting for the record. */
    public void finishSoon(FinishFacts facts) {
        if (finished.compareAndSet(false, true)) {
            run.finishSoon(this, completed(facts));
        }
    }

    /**
     * Tells a result that came after the work was given up: a fact is recorded whenever it comes
     * (S5). Told in the background.
     */
    public void late(FinishFacts facts) {
        finished.set(true);
        run.finishSoon(this, completed(facts));
    }

    /**
     * Gives no more signs of life, and no result: how it ended is not known here. Found silent, its
     * outcome is unknown, as is true. A result that comes later is told with {@link #late}.
     */
    public void abandon() {
        if (finished.compareAndSet(false, true)) {
            run.abandon(this);
        }
    }

    /** Whether a result was told, or is no longer to be expected. */
    public boolean isFinished() {
        return finished.get();
    }

    private synchronized FinishFacts completed(FinishFacts facts) {
        FinishFacts whole = facts;
        if (whole.sent().isEmpty() && sent.isPresent()) {
            whole = whole.withSent(sent.get());
        }
        if (whole.providerJob().isEmpty() && providerJob.isPresent()) {
            whole = whole.withProviderJob(providerJob.get());
        }
        return whole;
    }

    synchronized HeartbeatRequest beat() {
        return new HeartbeatRequest(
                run.runId(), operationId, attempt, run.worker(), sent, providerJob);
    }

    FinishRequest result(FinishFacts facts) {
        return new FinishRequest(run.runId(), operationId, attempt, run.worker(), facts);
    }

    @Override
    public String toString() {
        return "Passage[" + run.runId() + "/" + operationId + ", attempt " + attempt + "]";
    }
}
