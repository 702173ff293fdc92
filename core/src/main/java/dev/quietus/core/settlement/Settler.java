package dev.quietus.core.settlement;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Run;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One look at one operation whose outcome is due: ask to cancel where that is due, observe, let the
 * rule decide, give up when the budget is spent. Every write is a transaction of its own, the
 * requests are recorded before the calls, so that it can be cut off anywhere and begun again.
 *
 * <p>Safe for use by several threads; calls block for as long as the provider's own time-outs
 * allow.
 */
public final class Settler {
    private final Ledger ledger;
    private final ProviderDirectory providers;
    private final Policy policy;
    private final RandomGenerator random;

    /**
     * Builds a settler.
     *
     * @param ledger the record
     * @param providers the systems that know
     * @param policy how outcomes are looked for
     * @param random spreads the looks; a seeded one makes a simulation repeatable
     */
    public Settler(
            Ledger ledger, ProviderDirectory providers, Policy policy, RandomGenerator random) {
        this.ledger = ledger;
        this.providers = providers;
        this.policy = policy;
        this.random = random;
    }

    /** Looks at an operation that a barrier has taken in. */
    public void settle(Fence fence, Barrier barrier, Operation operation) {
        Optional<Provider> provider =
                providers.find(operation.work().provider(), operation.work().tool());
        Operation asked =
                provider.map(found -> cancel(fence, barrier, found, operation)).orElse(operation);
        look(Optional.of(fence), provider, asked, Optional.of(barrier.requestedBy()));
    }

    /**
     * Looks once more, after the quiet period, at an operation that showed no effect.
     *
     * @param quietAt when the quiet period was over; the budget for this look runs from then on
     */
    public void confirm(Fence fence, Operation operation, Instant quietAt) {
        Optional<Provider> provider =
                providers.find(operation.work().provider(), operation.work().tool());
        if (provider.isEmpty() || !provider.get().profile().observes()) {
            giveUp(
                    Optional.of(fence),
                    operation,
                    Optional.empty(),
                    "its provider can't be asked any more",
                    Optional.empty());
            return;
        }
        ProviderProfile profile = provider.get().profile();
        Optional<Duration> operatorsOwn = ledger.read(fence::pass).flatMap(Barrier::settleTimeout);
        Instant deadline = quietAt.plus(policy.budget(operatorsOwn, Optional.of(profile)));
        Instant begunAt = ledger.now();
        Observation observation = provider.get().observe(operation.call());
        Duration again =
                within(policy.backoff(operation, random.nextDouble()), Optional.of(deadline));
        RecordObservation.Answer answer =
                record(Optional.of(fence), operation, profile, observation, begunAt, again);
        if (answer == RecordObservation.Answer.OPEN && !ledger.now().isBefore(deadline)) {
            String why = "no effect was shown before the quiet period, and it could not be looked "
                    + "at after it: ";
            giveUp(
                    Optional.of(fence),
                    operation,
                    Optional.empty(),
                    why + observation.detail(),
                    Optional.of(profile.reobserveInterval()));
        }
    }

    /**
     * Looks at an operation that no stop has touched: a silent worker, or a result to be verified.
     */
    public void settleOutsideStop(Operation operation) {
        Optional<Provider> provider =
                providers.find(operation.work().provider(), operation.work().tool());
        boolean lost = operation.attempt().flatMap(attempt -> attempt.result()).isEmpty();
        boolean observable = operation.work().effects() == Effects.EXPECTED
                && provider.filter(found -> found.profile().observes()).isPresent();
        if (!observable && !lost) {
            schedule(Optional.empty(), operation.key(), Optional.empty(), Optional.empty());
            return;
        }
        look(Optional.empty(), provider, operation, Optional.empty());
    }

    private Operation cancel(Fence fence, Barrier barrier, Provider provider, Operation operation) {
        boolean due = RecordCancel.due(operation, provider.profile(), barrier, ledger.now());
        if (!due
                || operation.work().effects() == Effects.NONE
                        && operation.providerJob().isEmpty()) {
            return operation;
        }
        Optional<Operation> asked =
                ledger.write(new RecordCancel.Request(fence, operation.key(), provider.profile()));
        if (asked.isEmpty()) {
            return operation;
        }
        CancelAnswer answer = provider.cancel(asked.get().call());
        ledger.write(new RecordCancel.Answer(fence, operation.key(), answer));
        return reread(operation);
    }

    private Operation reread(Operation operation) {
        return ledger.read(records -> records.operation(operation.tree(), operation.key()))
                .orElse(operation);
    }

    private void look(
            Optional<Fence> fence,
            Optional<Provider> provider,
            Operation operation,
            Optional<String> operator) {
        if (!operation.unsettled()) {
            return;
        }
        Optional<ProviderProfile> profile = provider.map(Provider::profile);
        boolean spent = operation.looking().spent(ledger.now());
        if (operation.work().effects() == Effects.NONE) {
            waitForItsEnd(fence, operation, profile, operator, spent);
        } else if (profile.filter(ProviderProfile::observes).isPresent()) {
            observe(fence, provider.orElseThrow(), operation, operator);
        } else if (!operation.heldUnknown()) {
            String why = profile.isPresent()
                    ? "provider '" + profile.get().name()
                            + "' declares no way to observe the effect"
                    : "no provider is declared for tool '" + operation.work().tool() + "'";
            giveUp(fence, operation, operator, why, Optional.empty());
        } else {
            schedule(fence, operation.key(), Optional.empty(), Optional.empty());
        }
    }

    private void waitForItsEnd(
            Optional<Fence> fence,
            Operation operation,
            Optional<ProviderProfile> profile,
            Optional<String> operator,
            boolean spent) {
        Optional<Instant> deadline = operation.looking().deadline();
        if (operation.heldUnknown()) {
            schedule(fence, operation.key(), Optional.empty(), Optional.empty());
        } else if (spent) {
            giveUp(
                    fence,
                    operation,
                    operator,
                    "the worker did not say that it has ended",
                    Optional.empty());
        } else {
            Instant until =
                    deadline.orElse(ledger.now().plus(policy.budget(Optional.empty(), profile)));
            schedule(fence, operation.key(), Optional.of(until), Optional.of(until));
        }
    }

    private void observe(
            Optional<Fence> fence,
            Provider provider,
            Operation operation,
            Optional<String> operator) {
        Instant begunAt = ledger.now();
        Observation observation = provider.observe(operation.call());
        Duration again = again(provider.profile(), operation, observation);
        RecordObservation.Answer answer =
                record(fence, operation, provider.profile(), observation, begunAt, again);
        if (answer != RecordObservation.Answer.OPEN || operation.heldUnknown()) {
            return;
        }
        Operation now = reread(operation);
        Optional<Instant> deadline = now.looking().deadline();
        boolean spent = deadline.filter(at -> !ledger.now().isBefore(at)).isPresent();
        if (spent || observation.lasting()) {
            giveUp(
                    fence,
                    now,
                    operator,
                    why(now, observation),
                    Optional.of(provider.profile().reobserveInterval()));
        } else if (deadline.isEmpty()) {
            Duration budget = policy.budget(Optional.empty(), Optional.of(provider.profile()));
            schedule(
                    fence,
                    operation.key(),
                    now.looking().nextAt(),
                    Optional.of(begunAt.plus(budget)));
        }
    }

    /** Records what was seen of the attempt that was asked about. */
    private RecordObservation.Answer record(
            Optional<Fence> fence,
            Operation asked,
            ProviderProfile profile,
            Observation observation,
            Instant begunAt,
            Duration again) {
        return ledger.write(new RecordObservation(
                fence,
                asked.key(),
                asked.attempts(),
                SettlementRule.ownJob(asked),
                profile,
                observation,
                begunAt,
                again));
    }

    private Duration again(ProviderProfile profile, Operation operation, Observation observation) {
        boolean givenUp = operation.givenUp(ledger.now());
        Duration wait = givenUp
                ? profile.reobserveInterval()
                : policy.backoff(operation, random.nextDouble());
        if (observation instanceof Observation.NotKnown notKnown) {
            Duration asked = Duration.ofSeconds(notKnown.retryAfterSeconds());
            wait = asked.compareTo(wait) > 0 ? asked : wait;
        }
        return within(wait, operation.looking().deadline().filter(_ -> !givenUp));
    }

    /** The wait, or what is left of the budget where that is less. */
    private Duration within(Duration wait, Optional<Instant> deadline) {
        return deadline.map(at -> Duration.between(ledger.now(), at))
                .filter(Duration::isPositive)
                .filter(left -> left.compareTo(wait) < 0)
                .orElse(wait);
    }

    private static String why(Operation operation, Observation last) {
        Optional<Looking.Seen> seen = operation.looking().last();
        String tries = operation.looking().tries()
                + (operation.looking().tries() == 1 ? " try" : " tries");
        String detail = seen.map(Looking.Seen::detail).orElse(last.detail());
        String found = switch (last) {
            case Observation.NotKnown _ -> "the provider did not show the outcome: ";
            case Observation.Absent _ ->
                cancelTaken(operation)
                        ? "no effect is shown, and the worker that could still cause it has not "
                                + "ended: "
                        : "no effect is shown, but nothing shows that it can't come any more: ";
            case Observation.Present _ -> "an effect is shown while the job goes on: ";
        };
        return found + detail + " (" + tries + ")";
    }

    private static boolean cancelTaken(Operation operation) {
        return operation.cancelRequest() instanceof CancelRequest.Answered answered
                && answered.response().equals("accepted");
    }

    private void giveUp(
            Optional<Fence> fence,
            Operation operation,
            Optional<String> operator,
            String why,
            Optional<Duration> lookAgain) {
        Optional<ProviderProfile> profile = providers
                .find(operation.work().provider(), operation.work().tool())
                .map(Provider::profile);
        String owner = ledger.read(records -> records.run(operation.key().run()))
                .map(Run::owner)
                .orElse("");
        String heldBy = Holder.of(profile, owner, operator);
        ledger.write(new GiveUp(fence, operation.key(), heldBy, why, lookAgain));
    }

    private void schedule(
            Optional<Fence> fence,
            OperationKey key,
            Optional<Instant> nextAt,
            Optional<Instant> deadline) {
        ledger.write(new ScheduleLook(fence, key, nextAt, deadline));
    }
}
