package dev.quietus.server.access;

import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.run.RunId;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The tokens of agents: an HMAC over the run's id under a secret of this installation, so that
 * nothing of them is stored and registering again gives the same token. What a token may do is the
 * lease's business, in the ledger. Safe for use by several threads.
 */
public final class LeaseTokens {
    private static final String PREFIX = "qtl_";
    private static final int KEY_BYTES = 32;
    private static final int FINGERPRINT_BYTES = 8;

    private final SecretKeySpec key;

    private LeaseTokens(byte[] key) {
        this.key = new SecretKeySpec(key, "HmacSHA256");
    }

    /**
     * Reads the secret, and makes it on the first start.
     *
     * @param file where it lies
     * @throws IOException when it can be neither read nor made
     */
    public static LeaseTokens open(Path file) throws IOException {
        if (!Files.exists(file)) {
            byte[] fresh = new byte[KEY_BYTES];
            new SecureRandom().nextBytes(fresh);
            try {
                SecretFile.create(file, HexFormat.of().formatHex(fresh) + "\n");
            } catch (FileAlreadyExistsException e) {
                return open(file);
            }
        }
        try {
            byte[] read = HexFormat.of().parseHex(SecretFile.read(file));
            if (read.length == KEY_BYTES) {
                return new LeaseTokens(read);
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " does not hold a lease secret", e);
        }
        throw new IOException(file + " does not hold a lease secret of " + KEY_BYTES + " bytes");
    }

    /**
     * Checks that every server over this record has the same secret, so that each knows the tokens
     * that another gave out.
     *
     * @throws IOException when another secret is in use
     */
    public void requireShared(Ledger ledger, Path file) throws IOException {
        String ours = HexFormat.of().formatHex(mac("quietus-fingerprint"), 0, FINGERPRINT_BYTES);
        if (!ledger.write(records -> records.agreed("lease_secret", ours)).equals(ours)) {
            throw new IOException(file + " is not the lease secret of the other servers over this"
                    + " ledger; copy theirs here, or agents would be unknown to one of them");
        }
    }

    /** The token of a run. */
    public String of(RunId run) {
        return PREFIX + encoded(run.value().getBytes(StandardCharsets.UTF_8)) + "."
                + encoded(mac(run));
    }

    /** The run that a token was made for, if it was made here. */
    Optional<RunId> read(String token) {
        int dot = token.indexOf('.');
        if (!token.startsWith(PREFIX) || dot < 0) {
            return Optional.empty();
        }
        try {
            RunId run = new RunId(new String(
                    Base64.getUrlDecoder().decode(token.substring(PREFIX.length(), dot)),
                    StandardCharsets.UTF_8));
            // As it is written: a decoder takes several spellings for the same bytes.
            boolean genuine = MessageDigest.isEqual(
                    of(run).getBytes(StandardCharsets.UTF_8),
                    token.getBytes(StandardCharsets.UTF_8));
            return genuine ? Optional.of(run) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private byte[] mac(RunId run) {
        return mac("quietus-lease:" + run.value());
    }

    private byte[] mac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HmacSHA256 is missing from this Java platform", e);
        }
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
