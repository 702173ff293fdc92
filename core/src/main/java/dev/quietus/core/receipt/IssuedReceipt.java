package dev.quietus.core.receipt;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;

import java.time.Instant;

/**
 * One signed revision of a barrier's receipt; kept for ever, superseded by the next.
 *
 * @param tree the tree
 * @param run the stopped run
 * @param barrier the barrier
 * @param revision 1 for the first
 * @param decision {@code stopped_and_quiet} or {@code stop_incomplete}
 * @param issuedAt ledger time
 * @param keyId the key that signed it
 * @param envelope the DSSE envelope as JSON text
 */
public record IssuedReceipt(
        TreeId tree,
        RunId run,
        BarrierId barrier,
        int revision,
        String decision,
        Instant issuedAt,
        String keyId,
        String envelope) {}
