package dev.quietus.ledger;

import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;

/** What a ledger lies on, for tests that hold of every ledger. */
interface Engine {
    /** How much waits, and for how long. */
    record Bounds(int queueBound, int batchBound, Duration answerTimeout) {
        static final Bounds USUAL = new Bounds(10_000, 256, Duration.ofSeconds(60));
    }

    /** A place for one ledger, empty at first. */
    interface Place {
        /** Opens the ledger with one lane of each kind. */
        DurableLedger open(InstantSource clock, Bounds bounds);

        /** Verifies it from outside. */
        LedgerVerification verified();

        /** Changes it behind the program's back. */
        void tamper(String sql) throws SQLException;

        /** Checks what the store itself can check. */
        void requireSound() throws SQLException;

        /** Removes it. */
        void remove();
    }

    /** A place that nobody uses. */
    Place place();
}
