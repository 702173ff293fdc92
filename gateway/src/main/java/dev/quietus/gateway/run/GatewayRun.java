package dev.quietus.gateway.run;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.CheckAnswer;
import dev.quietus.client.CheckRequest;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.HeartbeatAnswer;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.CancelReason;
import dev.quietus.client.scope.CancellationScope;
import dev.quietus.client.scope.RunSignals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One run as a gateway sees it: what may start is asked here, what was let through is kept alive
 * here, and a stop is heard here. Thread-safe; close it when the gateway ends.
 */
public final class GatewayRun implements AutoCloseable {
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration ASK_WITHIN = Duration.ofSeconds(10);
    private static final Duration ASK_EVERY = Duration.ofSeconds(5);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final Quietus server;
    private final String runId;
    private final String lease;
    private final long epoch;
    private final String gateway;
    private final String worker;
    private final CancellationScope scope;
    private final Set<Passage> passages = ConcurrentHashMap.newKeySet();
    private final PassageBeats beats;
    private final ResultQueue results;
    private final RunSignals signals;

    private GatewayRun(Quietus server, String runId, String lease, long epoch, String gateway) {
        this.server = server;
        this.runId = runId;
        this.lease = lease;
        this.epoch = epoch;
        this.gateway = gateway;
        this.worker = gateway + "-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID();
        this.scope = CancellationScope.root(runId);
        this.beats = PassageBeats.start(passages, this::beat);
        this.results = ResultQueue.start(server);
        this.signals = RunSignals.follow(server, runId, scope, signal -> beats.allNow(), ASK_EVERY);
    }

    /**
     * Joins a run that is registered.
     *
     * @param server speaks with the run's lease token, or one of a run above it
     * @param gateway what kind of gateway this is; the worker's name begins with it
     * @throws QuietusException if the run can't be read
     */
    public static GatewayRun join(Quietus server, String runId, String gateway) {
        JsonObject run = server.run(runId);
        return new GatewayRun(
                server, runId, run.string("lease"), run.integer("revocation_epoch"), gateway);
    }

    /** Joins a run below this one as the same gateway; see {@link #join}. */
    public GatewayRun joinBelow(String child) {
        return join(server, child, gateway);
    }

    /** The run. */
    public String runId() {
        return runId;
    }

    /** The server, as this gateway speaks to it. */
    public Quietus server() {
        return server;
    }

    String worker() {
        return worker;
    }

    /** Cancelled when a stop of the whole run was requested. */
    public CancellationScope scope() {
        return scope;
    }

    /** The work that was let through and is not finished. */
    public List<Passage> inFlight() {
        return List.copyOf(passages);
    }

    /** Asks whether work may start, and has it recorded. Blocks for 10 s at most. */
    public Admission begin(GatewayWork work) {
        BeginRequest request;
        try {
            request = new BeginRequest(
                    runId,
                    work.operationId(),
                    lease,
                    epoch,
                    worker,
                    UUID.randomUUID().toString(),
                    Optional.of(SILENCE),
                    Optional.of(work.request(runId)));
        } catch (IllegalArgumentException unsound) {
            return new Admission.NotRecorded(String.valueOf(unsound.getMessage()));
        }
        try {
            return admission(work, server.within(ASK_WITHIN).begin(request));
        } catch (QuietusProblemException refused) {
            if (refused.status() >= 500) {
                results.giveBack(request);
            }
            return new Admission.NotRecorded(String.valueOf(refused.getMessage()));
        } catch (QuietusException | IllegalStateException lost) {
            results.giveBack(request);
            return new Admission.NotRecorded(String.valueOf(lost.getMessage()));
        }
    }

    private Admission admission(GatewayWork work, BeginAnswer answer) {
        return switch (answer) {
            case BeginAnswer.Denied(String decision, String detail) ->
                new Admission.Refused(decision, detail);
            case BeginAnswer.AlreadyFinished(JsonObject operation) ->
                new Admission.AlreadyFinished(operation);
            case BeginAnswer.Allowed(long attempt, long _, JsonObject _) -> {
                Passage passage = new Passage(
                        this, work.operationId(), attempt, scope.child(work.operationId()));
                passages.add(passage);
                yield new Admission.Admitted(passage);
            }
        };
    }

    /**
     * Asks what authority would say to a tool now; records nothing and lets nothing through. Blocks
     * for 10 s at most.
     *
     * @throws QuietusException if it can't be asked; then nobody has said yes
     */
    public CheckAnswer check(String tool) {
        return server.within(ASK_WITHIN).check(CheckRequest.ofTool(runId, lease, epoch, tool));
    }

    void beatSoon(Passage passage) {
        beats.soon(passage);
    }

    private void beat(Passage passage) {
        try {
            HeartbeatAnswer answer = server.within(ASK_WITHIN).heartbeat(passage.beat());
            if (answer.stopRequested()) {
                passage.scope()
                        .cancel(new CancelReason(
                                CancelReason.CANCEL_REQUESTED, answer.reason().orElse("")));
            }
        } catch (QuietusException | IllegalStateException notAnswered) {
            // The next beat asks again; what ends work is an answer, never the lack of one.
            return;
        }
    }

    boolean finish(Passage passage, FinishFacts facts) {
        left(passage);
        return results.tell(passage.result(facts));
    }

    void finishSoon(Passage passage, FinishFacts facts) {
        left(passage);
        results.tellSoon(passage.result(facts));
    }

    void abandon(Passage passage) {
        left(passage);
    }

    /**
     * Asks whether work that was let through may take its next step, such as the next round of a
     * call of several. Nothing is recorded. Blocks for 10 s at most.
     *
     * @return why not; empty if it may
     */
    public Optional<String> refusal(String tool) {
        try {
            CheckAnswer answer = check(tool);
            return answer.wouldAllow() ? Optional.empty() : Optional.of(answer.decision());
        } catch (QuietusException | IllegalStateException lost) {
            return Optional.of(String.valueOf(lost.getMessage()));
        }
    }

    private void left(Passage passage) {
        passages.remove(passage);
        passage.scope().close();
    }

    /**
     * Ends signals and signs of life. Results that are not told yet get 5 s more.
     *
     * <p>Work that is still in flight is left without a result: finish it first, or it is found
     * silent and its outcome unknown, as is true.
     */
    @Override
    public void close() {
        signals.close();
        beats.close();
        results.close(LAST_WORDS);
    }

    /** Waits until the results so far are told, for so long at most. */
    public void awaitTold(Duration limit) {
        results.awaitTold(limit);
    }

    /** The results that could not be told, for people; empty if all were. */
    public List<String> untold() {
        return results.untold();
    }
}
