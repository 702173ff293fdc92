package dev.quietus.server.dispatch;

import dev.quietus.core.authority.ExpireRuns;
import dev.quietus.core.dispatch.ReapSilentWorkers;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.Settler;
import dev.quietus.server.barrier.SideBySide;
import dev.quietus.server.event.Changes;

import java.time.Duration;
import java.util.List;
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
    private static final int BATCH = 200;
    private static final int LOOKS = 64;

    private final Ledger ledger;
    private final Settler settler;
    private final Recoveries recoveries;
    private final Changes changes;
    private final Thread keeper;
    private final Thread looker;
    private final Thread recoverer;
    private volatile boolean closing;

    /** Starts to keep house. */
    public Housekeeping(
            Ledger ledger, Settler settler, ProviderDirectory providers, Changes changes) {
        this.ledger = ledger;
        this.settler = settler;
        this.recoveries = new Recoveries(ledger, providers, changes);
        this.changes = changes;
        this.keeper = Thread.ofVirtual().name("housekeeping").start(() -> forEver(this::keepHouse));
        this.looker =
                Thread.ofVirtual().name("outcomes").start(() -> forEver(this::lookForOutcomes));
        this.recoverer =
                Thread.ofVirtual().name("recoveries").start(() -> forEver(recoveries::next));
    }

    @Override
    public void close() {
        closing = true;
        keeper.interrupt();
        looker.interrupt();
        recoverer.interrupt();
    }

    @FunctionalInterface
    private interface Round {
        void go() throws InterruptedException;
    }

    private void forEver(Round round) {
        while (!closing) {
            Duration rest = REST;
            try {
                round.go();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
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
        if (!due.isEmpty()) {
            changes.happened();
        }
    }
}
