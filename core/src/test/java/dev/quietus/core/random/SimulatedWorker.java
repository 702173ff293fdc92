package dev.quietus.core.random;

import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.dispatch.Heartbeat;
import dev.quietus.core.ledger.TestingLedger;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.Attempt.ReportedEffect;
import dev.quietus.core.operation.Attempt.Sent;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.WorkerId;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Who carries one attempt out. It tells the truth as far as it knows it, but it may pause anywhere
 * for as long as it likes, also between its begin and its request.
 */
final class SimulatedWorker {
    private final Operation begun;
    private final Optional<SimulatedService> service;
    private final TestingLedger ledger;
    private final SplittableRandom random;
    private boolean sent;
    private boolean silent;
    private boolean finished;
    private boolean didItself;

    SimulatedWorker(
            Operation begun,
            Optional<SimulatedService> service,
            TestingLedger ledger,
            SplittableRandom random) {
        this.begun = begun;
        this.service = service;
        this.ledger = ledger;
        this.random = random;
    }

    Operation begun() {
        return begun;
    }

    private WorkerId name() {
        return begun.attempt().orElseThrow().worker();
    }

    /** Does one thing, or nothing. */
    void act() {
        switch (random.nextInt(8)) {
            case 0, 1 -> send();
            case 2, 3 -> say(sent ? Sent.SENT : Sent.ABOUT_TO_SEND);
            case 4 -> obey();
            case 5, 6 -> finish();
            default -> {}
        }
    }

    /** Sends its request, unless it has, or has promised not to. */
    void send() {
        if (sent || silent || finished || begun.work().effects() == Effects.NONE) {
            return;
        }
        sent = true;
        if (service.isPresent()) {
            service.get().arrive(begun.key(), begun.attempts());
        } else {
            didItself = true;
        }
        if (random.nextInt(3) > 0) {
            say(Sent.SENT);
        }
    }

    /** It is gone and sends nothing any more. */
    void die() {
        silent = true;
        finished = true;
    }

    boolean happened() {
        return didItself || service.filter(each -> each.happened(begun.key())).isPresent();
    }

    private void say(Sent what) {
        if (finished) {
            return;
        }
        Optional<String> job = what == Sent.SENT && service.isPresent()
                ? Optional.of(SimulatedService.jobName(begun.key(), begun.attempts()))
                : Optional.empty();
        ledger.write(new Heartbeat(begun.key(), begun.attempts(), name(), what, job));
    }

    /** Asks whether to stop; if so and nothing is sent, it never sends. */
    private void obey() {
        if (finished) {
            return;
        }
        boolean stop = ledger.write(new Heartbeat(
                                begun.key(),
                                begun.attempts(),
                                name(),
                                Sent.NOT_REPORTED,
                                Optional.empty()))
                        instanceof Heartbeat.Recorded recorded
                && recorded.stopRequested();
        if (stop && !sent) {
            silent = true;
            say(Sent.NOT_SENT);
        }
    }

    /** Reports its end, if there is one that it could know of. */
    void finish() {
        if (finished) {
            return;
        }
        boolean free = begun.work().effects() == Effects.NONE;
        boolean over = !sent
                || service.filter(each -> each.over(begun.key(), begun.attempts()))
                        .isPresent();
        boolean done = free || didItself || sent && happened();
        if (done && random.nextInt(3) > 0) {
            report(Outcome.SUCCEEDED);
        } else if (free || over && !didItself) {
            silent = true;
            report(random.nextInt(3) > 0 ? Outcome.FAILED : Outcome.CANCELLED);
        }
    }

    private void report(Outcome outcome) {
        finished = true;
        Optional<FinishOperation.Retry> retry = random.nextInt(4) == 0
                ? Optional.empty()
                : Optional.of(
                        new FinishOperation.Retry(Duration.ofMillis(random.nextInt(10_000)), 4));
        ledger.write(new FinishOperation(
                begun.key(),
                begun.attempts(),
                name(),
                new FinishOperation.Report(
                        outcome,
                        outcome == Outcome.SUCCEEDED && random.nextBoolean()
                                ? ReportedEffect.PRESENT
                                : ReportedEffect.NOT_REPORTED,
                        Attempt.Sent.NOT_REPORTED,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                outcome == Outcome.FAILED ? retry : Optional.empty()));
    }
}
