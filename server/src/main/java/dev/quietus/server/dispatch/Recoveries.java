package dev.quietus.server.dispatch;

import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;
import dev.quietus.core.settlement.GiveUp;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.Recovery;
import dev.quietus.core.settlement.RecoveryAnswer;
import dev.quietus.server.event.Changes;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Carries recoveries out that a person approved. Each is looked at before, so that nothing is taken
 * back that somebody changed since, and after, because an answer is no proof. What can't be shown
 * is unknown, with a person's name on it.
 */
final class Recoveries {
    /** Longer than any call and the looks around it. */
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_LOOK = Duration.ofMinutes(2);

    private final Ledger ledger;
    private final ProviderDirectory providers;
    private final Changes changes;
    private final WorkerId self = new WorkerId("quietus-" + UUID.randomUUID());

    Recoveries(Ledger ledger, ProviderDirectory providers, Changes changes) {
        this.ledger = ledger;
        this.providers = providers;
        this.changes = changes;
    }

    /** Carries the next one out, if one is due. Cut off, it falls silent and counts as unknown. */
    void next() throws InterruptedException {
        if (ledger.read(records -> records.nextDue(Recovery.QUEUE)).isEmpty()) {
            return;
        }
        RequestId request = new RequestId(UUID.randomUUID().toString());
        if (ledger.write(new ClaimWork(Recovery.QUEUE, self, request, LIMIT))
                instanceof ClaimWork.Handed handed) {
            recover(handed.operation());
            changes.happened();
        }
    }

    private void recover(Operation undo) throws InterruptedException {
        Optional<Provider> provider =
                providers.find(undo.work().provider(), undo.work().tool());
        Optional<Operation> effect = undo.recovery()
                .flatMap(key -> ledger.read(records -> records.operation(undo.tree(), key)));
        if (provider.isEmpty() || effect.isEmpty()) {
            notDone(undo, Attempt.Sent.NOT_SENT, "its provider is not declared any more");
            return;
        }
        boolean observes = provider.get().profile().observes();
        Optional<String> reason = observes
                ? EffectCheck.against(undo, effect.get(), look(provider.get(), effect.get()))
                : Optional.empty();
        if (reason.isPresent()) {
            notDone(undo, Attempt.Sent.NOT_SENT, "nothing was sent: " + reason.get());
            return;
        }
        RecoveryAnswer answer = provider.get().recover(undo.call());
        if (answer instanceof RecoveryAnswer.Refused(String detail)) {
            notDone(undo, Attempt.Sent.SENT, "the provider refused: " + detail);
        } else if (observes) {
            lookUntilGone(undo, effect.get(), provider.get(), answer);
        } else if (answer instanceof RecoveryAnswer.Performed(String detail)) {
            done(undo, detail + "; the provider declares no way to look at it afterwards");
        } else {
            unknown(undo, answer.detail());
        }
    }

    private static Observation look(Provider provider, Operation effect) {
        return provider.observe(effect.call());
    }

    /** Without an answer as well: the effect may be gone all the same. */
    private void lookUntilGone(
            Operation undo, Operation effect, Provider provider, RecoveryAnswer answer)
            throws InterruptedException {
        Duration budget = provider.profile().settleTimeout();
        long end = System.nanoTime()
                + (budget.compareTo(LONGEST_LOOK) > 0 ? LONGEST_LOOK : budget).toNanos();
        Duration pause = FIRST_PAUSE;
        Observation seen = look(provider, effect);
        while (!(seen instanceof Observation.Absent) && System.nanoTime() - end < 0) {
            Thread.sleep(pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0
                    ? LONGEST_PAUSE
                    : pause.multipliedBy(2);
            seen = look(provider, effect);
        }
        if (seen instanceof Observation.Absent) {
            done(undo, answer.detail() + "; no effect is shown afterwards: " + seen.detail());
        } else {
            unknown(
                    undo,
                    answer.detail() + "; afterwards the effect is not shown to be gone: "
                            + seen.detail());
        }
    }

    private void done(Operation undo, String detail) {
        finish(
                undo,
                Attempt.Outcome.SUCCEEDED,
                Attempt.ReportedEffect.PRESENT,
                Attempt.Sent.SENT,
                Optional.empty(),
                Optional.of(shortened(detail)));
    }

    private void notDone(Operation undo, Attempt.Sent sent, String why) {
        finish(
                undo,
                Attempt.Outcome.FAILED,
                Attempt.ReportedEffect.ABSENT,
                sent,
                Optional.of(shortened(why)),
                Optional.empty());
    }

    private void unknown(Operation undo, String why) {
        String owner = ledger.read(records -> records.run(undo.key().run()))
                .map(Run::owner)
                .orElse("operator");
        ledger.write(
                new GiveUp(Optional.empty(), undo.key(), owner, shortened(why), Optional.empty()));
    }

    private static String shortened(String text) {
        return text.length() <= 400 ? text : text.substring(0, 399) + "…";
    }

    private void finish(
            Operation undo,
            Attempt.Outcome outcome,
            Attempt.ReportedEffect effect,
            Attempt.Sent sent,
            Optional<String> error,
            Optional<String> detail) {
        ledger.write(new FinishOperation(
                undo.key(),
                undo.attempts(),
                self,
                new FinishOperation.Report(
                        outcome,
                        effect,
                        sent,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        error,
                        detail),
                Optional.empty()));
    }
}
