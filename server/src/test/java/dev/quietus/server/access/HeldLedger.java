package dev.quietus.server.access;

import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.Transaction;

import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A ledger whose reads are carried out at once and answered one by one, when they may be. */
final class HeldLedger implements Ledger {
    private final Ledger ledger;
    private final Semaphore answers = new Semaphore(0);
    private final AtomicInteger reads = new AtomicInteger();

    HeldLedger(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Lets so many reads be answered, those that wait and those to come. */
    void answer(int many) {
        answers.release(many);
    }

    /** How many reads were carried out. */
    int reads() {
        return reads.get();
    }

    @Override
    public <R> R write(Transaction<R> transaction) {
        return ledger.write(transaction);
    }

    @Override
    public <R> R read(Transaction<R> transaction) {
        R answer = ledger.read(transaction);
        reads.incrementAndGet();
        answers.acquireUninterruptibly();
        return answer;
    }

    @Override
    public Instant now() {
        return ledger.now();
    }
}
