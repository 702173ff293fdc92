package dev.quietus.verify.simulation;

import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.verify.simulation.Coverage.Happening;

import java.time.Instant;

/** The record as a program sees it: it may die before and after each write, or be refused. */
final class SimulatedLedger implements Ledger {
    private static final int REFUSED_ONE_IN = 60;

    private final World world;

    SimulatedLedger(World world) {
        this.world = world;
    }

    @Override
    public <R> R write(Transaction<R> transaction) {
        Program self = world.running().orElseThrow();
        self.pause(Program.Stop.BEFORE_WRITE, transaction);
        if (world.faults() && world.oneIn(REFUSED_ONE_IN)) {
            world.coverage().add(Happening.LEDGER_REFUSED);
            world.tell("the ledger refuses %s's write", self.name());
            throw new LedgerUnavailableException(Reason.FAILED, "refused");
        }
        R answer = world.commit(transaction);
        self.pause(Program.Stop.AFTER_WRITE, transaction);
        if (world.faults() && world.oneIn(REFUSED_ONE_IN)) {
            world.coverage().add(Happening.LEDGER_ANSWER_LOST);
            world.tell("the ledger's answer to %s is lost", self.name());
            throw new LedgerUnavailableException(Reason.CLOSED, "the connection is lost");
        }
        return answer;
    }

    @Override
    public <R> R read(Transaction<R> transaction) {
        return world.ledger().read(transaction);
    }

    @Override
    public Instant now() {
        return world.ledger().now();
    }
}
