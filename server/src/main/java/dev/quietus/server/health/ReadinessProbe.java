package dev.quietus.server.health;

import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;

/** Writes one row again and again, so that a full or read-only disk shows before work is lost. */
enum ReadinessProbe implements Transaction<Boolean> {
    /** The only one. */
    INSTANCE;

    @Override
    public Boolean apply(Records records) {
        records.frozen(records.frozen());
        return true;
    }
}
