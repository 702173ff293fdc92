package dev.quietus.verify.simulation;

import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.dispatch.Heartbeat;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.Attempt.ReportedEffect;
import dev.quietus.core.operation.Attempt.Sent;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.verify.simulation.Coverage.Happening;

import java.time.Duration;
import java.util.Optional;

/**
 * Who carries one attempt out. It tells the truth as far as it knows it, asks again what was not
 * answered, and may pause anywhere for as long as it likes, also between its begin and its request;
 * but it sends nothing that it was not allowed to begin.
 */
final class Worker {
    private static final Duration REST = Duration.ofSeconds(2);
    private static final int LOST_ONE_IN = 14;
    private static final int TRIES = 3;
    private static final int LOOKS = 6;

    private final World world;
    private final Transaction<?> first;
    private final WorkerId name;
    private Optional<Operation> begun = Optional.empty();
    private boolean sent;
    private boolean arrived;
    private boolean promised;
    private boolean didItself;

    Worker(World world, Transaction<?> first, WorkerId name) {
        this.world = world;
        this.first = first;
        this.name = name;
    }

    WorkerId name() {
        return name;
    }

    private Program self() {
        return world.running().orElseThrow();
    }

    /** Asks the control plane; a lost message may still be delivered, later and more than once. */
    private <R> Optional<R> ask(Transaction<R> question) {
        for (int i = 0; i < TRIES; i++) {
            self().pause(Program.Stop.BEFORE_WRITE, question);
            if (world.faults() && world.oneIn(LOST_ONE_IN)) {
                world.coverage().add(Happening.REQUEST_DELAYED);
                world.tell("%s's request is under way for longer than it waits", name);
                world.strays().add(question);
                continue;
            }
            try {
                R answer = world.mutant().answer(world, question);
                if (world.faults() && world.oneIn(LOST_ONE_IN)) {
                    world.strays().add(question);
                }
                self().pause(Program.Stop.AFTER_WRITE, question);
                if (world.faults() && world.oneIn(LOST_ONE_IN)) {
                    world.coverage().add(Happening.ANSWER_LOST);
                    world.tell("the answer to %s is lost", name);
                    continue;
                }
                return Optional.of(answer);
            } catch (LedgerUnavailableException e) {
                world.tell("%s hears that the record can't be written", name);
            }
        }
        return Optional.empty();
    }

    /** The whole life of it. */
    void live() {
        begun = ask(first).flatMap(Worker::handed);
        if (begun.isEmpty()) {
            return;
        }
        Operation operation = begun.get();
        if (operation.work().effects() == Effects.EXPECTED) {
            if (world.oneIn(2)) {
                say(Sent.ABOUT_TO_SEND);
            }
            if (world.oneIn(3) && obeys()) {
                return;
            }
            send();
        }
        for (int i = 0; i < LOOKS && !finished(); i++) {
            self().rest(REST);
            if (world.oneIn(2)) {
                say(sent ? Sent.SENT : Sent.NOT_REPORTED);
            }
        }
    }

    private static Optional<Operation> handed(Object answer) {
        return switch (answer) {
            case BeginOperation.Begun(Operation operation, var run) -> Optional.of(operation);
            case ClaimWork.Handed(Operation operation, var run) -> Optional.of(operation);
            default -> Optional.empty();
        };
    }

    private OperationKey key() {
        return begun.orElseThrow().key();
    }

    private int attempt() {
        return begun.orElseThrow().attempts();
    }

    private Optional<Service> service() {
        return world.serviceOf(begun.orElseThrow().work().tool().value());
    }

    /** Sends its request; it may be long after it was allowed to begin. */
    private void send() {
        self().pause(Program.Stop.BEFORE_CALL, "the request of " + key());
        if (promised || world.faults() && world.oneIn(LOST_ONE_IN)) {
            return;
        }
        sent = true;
        world.coverage().sent(world, key());
        if (service().isPresent()) {
            arrived = service().get().arrive(key(), attempt());
        } else {
            world.invariants().arrived(key(), attempt());
            didItself = true;
        }
        self().pause(Program.Stop.AFTER_CALL, "the request of " + key());
        if (world.oneIn(3)) {
            return;
        }
        say(Sent.SENT);
    }

    private void say(Sent what) {
        Optional<String> job = what == Sent.SENT && arrived
                ? Optional.of(Service.jobName(key(), attempt()))
                : Optional.empty();
        ask(new Heartbeat(key(), attempt(), name, what, job));
    }

    /** Asks whether to stop; if so and nothing is sent, it promises never to send. */
    private boolean obeys() {
        boolean stop = ask(new Heartbeat(
                        key(), attempt(), name, Sent.NOT_REPORTED, Optional.empty()))
                .filter(answer ->
                        answer instanceof Heartbeat.Recorded recorded && recorded.stopRequested())
                .isPresent();
        if (stop && !sent) {
            promised = true;
            world.coverage().add(Happening.WORKER_OBEYS);
            ask(new Heartbeat(key(), attempt(), name, Sent.NOT_SENT, Optional.empty()));
        }
        return promised;
    }

    /** Reports its end, if there is one that it could know of. */
    private boolean finished() {
        boolean free = begun.orElseThrow().work().effects() == Effects.NONE;
        boolean over = !arrived
                || service().filter(each -> each.over(key(), attempt())).isPresent();
        boolean done = free || didItself || sent && happened();
        if (done && !world.oneIn(3)) {
            return report(Outcome.SUCCEEDED);
        }
        if (free || over && !didItself) {
            promised = true;
            return report(world.oneIn(3) ? Outcome.CANCELLED : Outcome.FAILED);
        }
        return false;
    }

    private boolean report(Outcome outcome) {
        Optional<FinishOperation.Retry> retry = outcome != Outcome.FAILED || world.oneIn(3)
                ? Optional.empty()
                : Optional.of(new FinishOperation.Retry(
                        Duration.ofMillis(world.dice().nextInt(10_000)), 4));
        FinishOperation.Report report = new FinishOperation.Report(
                outcome,
                effect(outcome),
                Sent.NOT_REPORTED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return ask(new FinishOperation(key(), attempt(), name, report, retry)).isPresent();
    }

    private ReportedEffect effect(Outcome outcome) {
        if (outcome == Outcome.SUCCEEDED) {
            return world.oneIn(2) ? ReportedEffect.PRESENT : ReportedEffect.NOT_REPORTED;
        }
        boolean vain =
                !sent || service().filter(each -> each.vain(key(), attempt())).isPresent();
        return vain && world.oneIn(2) ? ReportedEffect.ABSENT : ReportedEffect.NOT_REPORTED;
    }

    /** What it is carrying out. */
    Optional<OperationKey> carries() {
        return begun.map(Operation::key);
    }

    /** The truth, whatever it says. */
    boolean happened() {
        return didItself
                || begun.isPresent()
                        && service().filter(each -> each.happened(key())).isPresent();
    }
}
