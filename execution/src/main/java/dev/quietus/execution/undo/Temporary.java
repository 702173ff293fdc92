package dev.quietus.execution.undo;

import dev.quietus.execution.files.TrackedPath;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The names of temporary files: known beforehand to whoever has the journal, so that a later round
 * finds what an earlier one left, and to nobody else.
 *
 * @param nonce the round's secret
 */
record Temporary(String nonce) {
    Path of(TrackedPath path) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256")
                    .digest((nonce + "/" + path).getBytes(StandardCharsets.UTF_8));
            return Path.of(".quietus-undo-" + HexFormat.of().formatHex(sum, 0, 12));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
