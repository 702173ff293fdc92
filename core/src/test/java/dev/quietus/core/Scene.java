package dev.quietus.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.PromoteRun;
import dev.quietus.core.authority.RegisterRun;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierEngine;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.Calls;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.StopRun;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.dispatch.Heartbeat;
import dev.quietus.core.ledger.LedgerInvariants;
import dev.quietus.core.ledger.TestingLedger;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.receipt.TestingSigner;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.settlement.Policy;
import dev.quietus.core.settlement.Settler;
import dev.quietus.core.settlement.TestingProvider;
import dev.quietus.core.settlement.TestingProviders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A ledger with runs, work and stops in a few words. Operations are written {@code RUN/OPERATION}.
 * As an extension it checks every invariant over its ledger when the test is over.
 */
public final class Scene implements AfterEachCallback {
    /** Everything that the tests record. */
    public final TestingLedger ledger = new TestingLedger();

    /** The deployment service of the source's example, for tools {@code deployment.*}. */
    public final TestingProvider deployment = new TestingProvider("deployment");

    /** All providers. */
    public final TestingProviders providers = new TestingProviders(deployment);

    /** The key for receipts. */
    public final TestingSigner signer = new TestingSigner();

    /** The barriers whose stops were told to everybody. */
    public final List<BarrierId> signals = new ArrayList<>();

    /** Looks for outcomes as production does. */
    public final Settler settler =
            new Settler(ledger, providers, Policy.DEFAULT, new SplittableRandom(1));

    /** Drives barriers as production does. */
    public final BarrierEngine engine = new BarrierEngine(
            ledger,
            providers,
            Policy.DEFAULT,
            barrier -> signals.add(barrier.id()),
            Calls.sequential(),
            signer,
            new SplittableRandom(2));

    /** One node that drives barriers. */
    public final TestingNode node = new TestingNode(ledger, engine, settler);

    @Override
    public void afterEach(ExtensionContext context) {
        LedgerInvariants.check(ledger);
    }

    /** A root run that may do everything for two hours. */
    public Run run(String id) {
        return registered(Requests.registration(id));
    }

    /** A root run that may do only this. */
    public Run run(String id, String... capabilities) {
        return registered(Requests.registering(
                id, Optional.empty(), Optional.of(Capabilities.of(capabilities)), Map.of()));
    }

    /** A child run with its parent's authority. */
    public Run child(String id, String parent) {
        return registered(Requests.registering(
                id, Optional.of(new RunId(parent)), Optional.empty(), Map.of()));
    }

    /** A run that goes on from a stopped one. */
    public Run resume(String id, String stopped) {
        RegisterRun plain = Requests.registration(id);
        return registered(new RegisterRun(
                plain.id(),
                plain.parent(),
                plain.taskId(),
                plain.owner(),
                plain.capabilities(),
                plain.validUntil(),
                plain.labels(),
                Optional.of(new RunId(stopped)),
                plain.lease(),
                plain.requestedBy(),
                plain.defaultLife()));
    }

    private Run registered(RegisterRun register) {
        assertThat(ledger.write(register)).isInstanceOf(RegisterRun.Registered.class);
        return ledger.run(register.id());
    }

    /** How an operation was settled; the test fails where it is not. */
    public Settlement.SettledState settled(String key) {
        return ((Settlement.Settled) operation(key).settlement()).state();
    }

    /** Presses stop and takes every step that is due now; the barrier as it is then. */
    public Barrier stopAndSettle(String run) {
        Barrier barrier = stop(run);
        node.work();
        return now(barrier);
    }

    /** Makes a child run independent. */
    public void promote(String id) {
        ledger.write(new PromoteRun(new RunId(id), "its own task now", "operator:thomas"));
    }

    /** Accepts a call of the deployment service. */
    public Operation queued(String key) {
        return queued(key, Wanted.preview());
    }

    /** Accepts this work. */
    public Operation queued(String key, Wanted wanted) {
        assertThat(accept(key, wanted)).isInstanceOf(AcceptOperation.Accepted.class);
        return operation(key);
    }

    /** Tries to accept this work. */
    public AcceptOperation.Answer accept(String key, Wanted wanted) {
        OperationKey id = Requests.key(key);
        return ledger.write(new AcceptOperation(
                id, wanted.work(id.operation().value()), Claimed.NOTHING, "agent:claude"));
    }

    /** Tries to begin. */
    public BeginOperation.Answer begin(String key) {
        return begin(key, "worker-1", "request-of-" + Requests.key(key).operation());
    }

    /** Tries to begin as this worker with this marker. */
    public BeginOperation.Answer begin(String key, String worker, String request) {
        return ledger.write(new BeginOperation(
                Requests.key(key),
                Optional.empty(),
                Claimed.NOTHING,
                new WorkerId(worker),
                new RequestId(request),
                Duration.ofMinutes(10)));
    }

    /** Work that runs. */
    public Operation running(String key) {
        return running(key, Wanted.preview());
    }

    /** The same for this work. */
    public Operation running(String key, Wanted wanted) {
        queued(key, wanted);
        assertThat(begin(key)).isInstanceOf(BeginOperation.Begun.class);
        return operation(key);
    }

    /** Work that runs, and that its provider is known to have. */
    public Operation sent(String key) {
        running(key);
        heartbeat(key, Attempt.Sent.SENT, "job-of-" + Requests.key(key).operation());
        return operation(key);
    }

    /** The worker reports what it knows of its request. */
    public Heartbeat.Answer heartbeat(String key, Attempt.Sent sent, String job) {
        Operation operation = operation(key);
        return ledger.write(new Heartbeat(
                operation.key(),
                operation.attempts(),
                operation.attempt().orElseThrow().worker(),
                sent,
                job.isEmpty() ? Optional.empty() : Optional.of(job)));
    }

    /** The worker reports its result. */
    public FinishOperation.Answer finish(String key, Attempt.Outcome outcome) {
        return finish(key, outcome, Optional.empty());
    }

    /** The worker reports its result, and may wish for another attempt. */
    public FinishOperation.Answer finish(
            String key, Attempt.Outcome outcome, Optional<FinishOperation.Retry> retry) {
        Operation operation = operation(key);
        return ledger.write(new FinishOperation(
                operation.key(),
                operation.attempts(),
                operation.attempt().orElseThrow().worker(),
                Requests.report(outcome, Attempt.ReportedEffect.NOT_REPORTED),
                retry));
    }

    /** Work whose first attempt failed and whose second is scheduled. */
    public Operation retrying(String key, Wanted wanted, Duration after) {
        running(key, wanted);
        finish(key, Attempt.Outcome.FAILED, Optional.of(new FinishOperation.Retry(after, 5)));
        return operation(key);
    }

    /** Stops a run with everything below it. */
    public Barrier stop(String run) {
        return stop(run, new Selector.Everything());
    }

    /** Stops the matching work of a run. */
    public Barrier stop(String run, Selector selector) {
        return stop(run, selector, Optional.empty(), Optional.empty());
    }

    /** Stops with the operator's own periods. */
    public Barrier stop(
            String run, Selector selector, Optional<Duration> settle, Optional<Duration> quiet) {
        StopRun.Answer answer = ledger.write(Requests.stopping(run, selector, settle, quiet));
        return ((StopRun.Stopping) answer).barrier();
    }

    /** The operation as it is now. */
    public Operation operation(String key) {
        return ledger.operation(Requests.key(key));
    }

    /** The run as it is now. */
    public Run found(String run) {
        return ledger.run(new RunId(run));
    }

    /** The barrier as it is now. */
    public Barrier now(Barrier barrier) {
        return ledger.barrier(barrier.id());
    }

    /** The newest receipt of a barrier. */
    public IssuedReceipt receipt(Barrier barrier) {
        return ledger.receipts(barrier.id()).getLast();
    }

    /** The decisions of a barrier's receipts, oldest first. */
    public List<String> decisions(Barrier barrier) {
        return ledger.receipts(barrier.id()).stream()
                .map(IssuedReceipt::decision)
                .toList();
    }

    /** How everything came out that a barrier has taken in. */
    public Outcomes outcomes(Barrier barrier) {
        return ledger.read(records -> records.outcomes(barrier.id()));
    }

    /** What a barrier has taken in. */
    public List<InFlight> inFlight(Barrier barrier) {
        return ledger.read(records -> records.inFlight(barrier.id(), Integer.MAX_VALUE));
    }
}
