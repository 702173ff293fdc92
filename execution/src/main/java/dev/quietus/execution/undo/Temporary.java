package dev.quietus.execution.undo;

import dev.quietus.core.ledger.Digests;
import dev.quietus.execution.files.TrackedPath;

import java.nio.file.Path;

/**
 * The names of temporary files: known beforehand to whoever has the journal, so that a later round
 * finds what an earlier one left, and to nobody else.
 *
 * @param nonce the round's secret
 */
record Temporary(String nonce) {
    Path of(TrackedPath path) {
        String sum = Digests.sha256(nonce + "/" + path);
        return Path.of(".quietus-undo-" + sum.substring(0, 24));
    }
}
