package dev.quietus.server.execution;

import dev.quietus.core.Wire;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.dispatch.Heartbeat;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.execution.Remains;
import dev.quietus.execution.Takeover;
import dev.quietus.execution.unit.Budgets;
import dev.quietus.execution.unit.OrphanedUnit;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;
import dev.quietus.server.event.Changes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Takes over local commands of this machine whose supervisor died: finds them in the ledger by the
 * name of their unit, ends what is left of them, and records their end. What it can't prove to have
 * ended it names in the record, leaves without a result, and tries again later.
 */
public final class UnitKeeper implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(UnitKeeper.class.getName());
    private static final Duration REST = Duration.ofMillis(500);
    private static final Duration AGAIN = Duration.ofSeconds(30);
    private static final Duration CLEAR_EVERY = Duration.ofHours(1);
    private static final int MOST = 1_000;

    private final Ledger ledger;
    private final Changes changes;
    private final UnitSystem system;
    private final String host;
    private final UnitJournal journal;
    private final Takeover takeover;
    private final Remains remains;
    private final Set<UnitName> inHand = ConcurrentHashMap.newKeySet();
    /** Not to be tried again before this time of {@link System#nanoTime}. */
    private final Map<UnitName, Long> notBefore = new ConcurrentHashMap<>();

    private final Map<UnitName, String> named = new ConcurrentHashMap<>();

    private final Thread thread;
    private volatile boolean closing;

    /**
     * Begins to look.
     *
     * @param system the operating system
     * @param host the name of this machine
     * @param state the state folder of this machine
     */
    public UnitKeeper(Ledger ledger, Changes changes, UnitSystem system, String host, Path state) {
        this.ledger = ledger;
        this.changes = changes;
        this.system = system;
        this.host = host;
        this.journal = UnitJournal.in(state);
        this.takeover = new Takeover(system, state);
        this.remains = Remains.here(system, state);
        this.thread = Thread.ofVirtual().name("units").start(this::keep);
    }

    private void keep() {
        long clearAt = System.nanoTime();
        while (!closing) {
            try {
                round();
                if (System.nanoTime() - clearAt >= 0) {
                    clearAt = System.nanoTime() + CLEAR_EVERY.toNanos();
                    clear();
                }
            } catch (LedgerUnavailableException e) {
                LOG.log(Level.FINE, "units wait for the ledger", e);
            } catch (RuntimeException e) {
                LOG.log(Level.SEVERE, "a round over the units failed; it is tried again", e);
            }
            try {
                Thread.sleep(REST);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void clear() {
        try {
            int cleared = remains.clearDaily();
            if (cleared > 0) {
                LOG.log(Level.INFO, "cleared what {0} old commands had left", cleared);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "what old commands have left could not be cleared away", e);
        }
    }

    private void round() {
        Map<UnitName, Operation> mine = new HashMap<>();
        String beginning = UnitName.prefix(host);
        List<Operation> running = ledger.read(records -> records.workedBy(beginning, MOST));
        running.forEach(operation -> unit(operation).ifPresent(name -> mine.put(name, operation)));
        // What was given up as silent while no server ran is found through this machine's journal.
        for (UnitJournal.Entry entry : journal.all()) {
            if (!mine.containsKey(entry.unit())) {
                unreported(entry).ifPresent(found -> mine.put(entry.unit(), found));
            }
        }
        mine.forEach(this::look);
    }

    private static Optional<UnitName> unit(Operation operation) {
        return operation
                .attempt()
                .filter(attempt -> attempt.result().isEmpty())
                .flatMap(attempt -> UnitName.parse(attempt.worker().value()));
    }

    private Optional<Operation> unreported(UnitJournal.Entry entry) {
        return new JournalledOperation(entry)
                .find(ledger)
                .filter(operation ->
                        unit(operation).filter(entry.unit()::equals).isPresent());
    }

    private void look(UnitName unit, Operation operation) {
        long now = System.nanoTime();
        if (inHand.contains(unit) || now - notBefore.getOrDefault(unit, now) < 0) {
            return;
        }
        switch (OrphanedUnit.situation(system, host, unit)) {
            case SUPERVISED, ELSEWHERE -> {}
            case ORPHANED -> {
                inHand.add(unit);
                Thread.ofVirtual().name("unit " + unit.mark()).start(() -> end(unit, operation));
            }
            case REBOOTED -> {
                // Machines copied from one image may share a name: only the one that has noted the
                // unit can say that it was started again since.
                if (journal.find(unit).flatMap(UnitJournal.Entry::ended).isPresent()) {
                    end(unit, operation);
                } else if (journal.has(unit)) {
                    OperationKey key = operation.key();
                    finished(
                            unit,
                            operation,
                            takeover.rebooted(key.run().value(), key.operation().value()));
                }
            }
        }
    }

    private void end(UnitName unit, Operation operation) {
        try {
            Optional<UnitJournal.Entry> noted = journal.find(unit);
            Optional<UnitJournal.Ended> ended = noted.flatMap(UnitJournal.Entry::ended);
            if (ended.isPresent()) {
                record(unit, operation, ended.get());
                return;
            }
            Duration grace = noted.map(UnitJournal.Entry::grace).orElse(Budgets.USUAL.grace());
            OperationKey key = operation.key();
            Takeover.Found found = takeover.end(
                    unit,
                    noted.flatMap(UnitJournal.Entry::holder),
                    grace,
                    key.run().value(),
                    key.operation().value());
            if (found.confirmed()) {
                finished(unit, operation, found);
                notBefore.remove(unit);
                named.remove(unit);
            } else {
                notProven(unit, operation, found.words());
                notBefore.put(unit, System.nanoTime() + AGAIN.toNanos());
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "ending unit " + unit + " failed; it is tried again", e);
            notBefore.put(unit, System.nanoTime() + AGAIN.toNanos());
        } finally {
            inHand.remove(unit);
        }
    }

    private void finished(UnitName unit, Operation operation, Takeover.Found found) {
        boolean stopped = operation.cancelledBy().isPresent();
        Attempt.Outcome outcome = stopped ? Attempt.Outcome.CANCELLED : Attempt.Outcome.FAILED;
        UnitJournal.Ended ended = found.ended(Wire.of(outcome));
        note(unit, ended);
        record(unit, operation, ended);
    }

    /** A record that fails is tried again, and what there was to see is gone by then. */
    private void note(UnitName unit, UnitJournal.Ended ended) {
        journal.find(unit).ifPresent(noted -> {
            try {
                journal.write(noted.with(ended));
            } catch (IOException e) {
                LOG.log(Level.WARNING, "the end of unit {0} could not be noted: {1}", new Object[] {
                    unit, e
                });
            }
        });
    }

    private void record(UnitName unit, Operation operation, UnitJournal.Ended ended) {
        // First, as a unit with a result is not looked at again.
        new LetThrough(ledger).end(unit, operation);
        Attempt attempt = operation.attempt().orElseThrow();
        ledger.write(new FinishOperation(
                operation.key(),
                attempt.number(),
                attempt.worker(),
                NotedResult.read(ended),
                Optional.empty()));
        try {
            journal.delete(unit);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the note of unit {0} stays behind: {1}", new Object[] {unit, e
            });
        }
        changes.happened();
    }

    /**
     * Names who is left, once for each finding. Without a result the operation stays unknown until
     * it is proven.
     */
    private void notProven(UnitName unit, Operation operation, String why) {
        if (why.equals(named.put(unit, why))) {
            return;
        }
        LOG.log(Level.WARNING, "unit {0}: {1}", new Object[] {unit, why});
        Attempt attempt = operation.attempt().orElseThrow();
        ledger.write(new Heartbeat(
                operation.key(),
                attempt.number(),
                attempt.worker(),
                Attempt.Sent.NOT_REPORTED,
                Optional.empty(),
                Optional.of("its supervisor died; " + why)));
        changes.happened();
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}
