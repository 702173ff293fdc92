package dev.quietus.server.dispatch;

import dev.quietus.core.authority.ExpireRuns;
import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.dispatch.ReapSilentWorkers;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.Recovery;
import dev.quietus.core.settlement.RecoveryAnswer;
import dev.quietus.core.settlement.Settler;
import dev.quietus.server.barrier.SideBySide;
import dev.quietus.server.event.Changes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What has to be looked at now and then without anybody asking: silent workers, expired leases,
 * outcomes that no stop has touched, and recoveries that a person approved.
 */
public final class Housekeeping implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Housekeeping.class.getName());
    private static final Duration REST = Duration.ofMillis(250);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(6);
    private static final int BATCH = 200;
    private static final int LOOKS = 64;

    private final Ledger ledger;
    private final Settler settler;
    private final ProviderDirectory providers;
    private final Changes changes;
    private final WorkerId self = new WorkerId("quietus-" + UUID.randomUUID());
    private final Thread keeper;
    private final Thread looker;
    private volatile boolean closing;

    /** Starts to keep house. */
    public Housekeeping(
            Ledger ledger, Settler settler, ProviderDirectory providers, Changes changes) {
        this.ledger = ledger;
        this.settler = settler;
        this.providers = providers;
        this.changes = changes;
        this.keeper = Thread.ofVirtual().name("housekeeping").start(() -> forEver(this::keepHouse));
        this.looker =
                Thread.ofVirtual().name("outcomes").start(() -> forEver(this::lookForOutcomes));
    }

    @Override
    public void close() {
        closing = true;
        keeper.interrupt();
        looker.interrupt();
    }

    private void forEver(Runnable round) {
        while (!closing) {
            Duration rest = REST;
            try {
                round.run();
            } catch (LedgerUnavailableException e) {
                // Of a ledger that is closed with this process there is nothing to tell.
                if (!closing) {
                    LOG.log(
                            Level.WARNING,
                            "housekeeping waits for the ledger: {0}",
                            String.valueOf(e.getMessage()));
                }
                rest = AFTER_FAILURE;
            } catch (RuntimeException e) {
                LOG.log(Level.SEVERE, "a round of housekeeping failed; it is tried again", e);
                rest = AFTER_FAILURE;
            }
            try {
                Thread.sleep(rest);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void keepHouse() {
        boolean silent = !ledger.read(records -> records.silent(1)).isEmpty();
        boolean expired = !ledger.read(records -> records.runsToExpire(1)).isEmpty();
        if (silent) {
            ledger.write(new ReapSilentWorkers(BATCH));
        }
        if (expired) {
            ledger.write(new ExpireRuns(BATCH));
        }
        if (silent || expired) {
            changes.happened();
        }
    }

    private void lookForOutcomes() {
        List<Operation> due = ledger.read(records -> records.looksDue(LOOKS));
        new SideBySide()
                .all(due.stream()
                        .<Runnable>map(operation -> () -> settler.settleOutsideStop(operation))
                        .toList());
        recoverWhatIsApproved();
        if (!due.isEmpty()) {
            changes.happened();
        }
    }

    private void recoverWhatIsApproved() {
        if (ledger.read(records -> records.nextDue(Recovery.QUEUE)).isEmpty()) {
            return;
        }
        RequestId request = new RequestId(UUID.randomUUID().toString());
        if (ledger.write(new ClaimWork(Recovery.QUEUE, self, request, RECOVERY_LIMIT))
                instanceof ClaimWork.Handed handed) {
            recover(handed.operation());
            changes.happened();
        }
    }

    /**
     * No answer leaves it without a finish: it falls silent, counts as unknown, and a person
     * decides.
     */
    private void recover(Operation operation) {
        Optional<Provider> provider =
                providers.find(operation.work().provider(), operation.work().tool());
        RecoveryAnswer answer = provider.map(found -> found.recover(operation.call()))
                .orElse(new RecoveryAnswer.Refused("its provider is not declared any more"));
        switch (answer) {
            case RecoveryAnswer.Performed(String detail) ->
                finish(operation, Attempt.Outcome.SUCCEEDED, detail);
            case RecoveryAnswer.Refused(String detail) ->
                finish(operation, Attempt.Outcome.FAILED, detail);
            case RecoveryAnswer.NotAnswered(String detail) ->
                LOG.log(Level.WARNING, "recovery {0} got no usable answer: {1}", new Object[] {
                    operation.key(), detail
                });
        }
    }

    private void finish(Operation operation, Attempt.Outcome outcome, String detail) {
        boolean failed = outcome == Attempt.Outcome.FAILED;
        ledger.write(new FinishOperation(
                operation.key(),
                operation.attempts(),
                self,
                new FinishOperation.Report(
                        outcome,
                        failed ? Attempt.ReportedEffect.ABSENT : Attempt.ReportedEffect.PRESENT,
                        Attempt.Sent.SENT,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        failed ? Optional.of(detail) : Optional.empty()),
                Optional.empty()));
    }
}
