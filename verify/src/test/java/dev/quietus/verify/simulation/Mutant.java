package dev.quietus.verify.simulation;

import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.receipt.ReceiptSigner;
import dev.quietus.core.settlement.Policy;
import dev.quietus.core.settlement.ProviderDirectory;

/**
 * A rule that is broken on purpose, from outside the product: what the product reads, writes, asks
 * or signs passes through here. The plain one changes nothing.
 */
interface Mutant {
    /** Nothing is broken. */
    Mutant NONE = new Mutant() {};

    /** The rows as transactions see them. */
    default Records records(World world, Records plain) {
        return plain;
    }

    /** The record as programs use it. */
    default Ledger ledger(World world, Ledger plain) {
        return plain;
    }

    /** What the control plane does with a message. */
    default <R> R answer(World world, Transaction<R> question) {
        return world.commit(question);
    }

    /** The declared systems as the engine sees them. */
    default ProviderDirectory providers(ProviderDirectory plain) {
        return plain;
    }

    /** The key. */
    default ReceiptSigner signer(ReceiptSigner plain) {
        return plain;
    }

    /** The periods as the engine sees them. */
    default Policy policy(Policy plain) {
        return plain;
    }
}
