package dev.quietus.verify.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.ledger.LedgerVerification;

/**
 * The check of a whole ledger after a test: its file, and everything that can be read of it over
 * HTTP, against what must always hold (S1 to S6, S9 to S11).
 */
public final class LedgerSoundness {

    private LedgerSoundness() {}

    /**
     * Checks the ledger of a running server.
     *
     * @throws AssertionError naming what does not hold
     */
    public static void check(RunningQuietus quietus) {
        LedgerVerification verified = LedgerVerification.verify(quietus.address());
        assertThat(verified.findings()).as("faults of the hash chains").isEmpty();
        WholeLedger ledger = WholeLedger.read(quietus.operator());
        assertThat(verified.events())
                .as("events in the file, against those shown")
                .isLessThanOrEqualTo(ledger.events().size());
        OperationRules.check(ledger);
        StopRules.check(ledger);
        ReceiptRules.check(ledger);
    }
}
