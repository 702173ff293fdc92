package dev.quietus.server.access;

import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.Transaction;

import java.time.Instant;

/** A ledger in which something happens between a read and its answer, once. */
final class RevokingLedger implements Ledger {
    private final Ledger ledger;
    private Runnable behind = () -> {};

    RevokingLedger(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Lets this happen behind the next read, before its answer is told. */
    void revokeBehindTheNextRead(Runnable revocation) {
        behind = revocation;
    }

    @Override
    public <R> R write(Transaction<R> transaction) {
        return ledger.write(transaction);
    }

    @Override
    public <R> R read(Transaction<R> transaction) {
        R answer = ledger.read(transaction);
        Runnable now = behind;
        behind = () -> {};
        now.run();
        return answer;
    }

    @Override
    public Instant now() {
        return ledger.now();
    }
}
