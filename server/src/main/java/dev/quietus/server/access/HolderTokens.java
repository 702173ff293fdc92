package dev.quietus.server.access;

import dev.quietus.core.authority.Token;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.Ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tokens of operators, workers and auditors: random, shown once, stored as hashes. Safe for use
 * by several threads.
 *
 * <p>Where this process has the record alone, tokens that were found are remembered until one is
 * revoked, which only this process can do; otherwise each look reads the record.
 */
public final class HolderTokens {
    private static final String PREFIX = "qto_";
    private static final int SECRET_BYTES = 32;
    private static final int MOST_REMEMBERED = 1_000;

    private final Ledger ledger;
    private final TokenLooks looks;
    private final boolean alone;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Token> known = new ConcurrentHashMap<>();
    private final Object revoking = new Object();
    private long revocations;

    /**
     * Builds it over the record.
     *
     * @param ledger the record
     * @param alone whether no other process can write it
     */
    public HolderTokens(Ledger ledger, boolean alone) {
        this.ledger = ledger;
        this.looks = new TokenLooks(ledger);
        this.alone = alone;
    }

    /**
     * Makes a token and returns its secret, which is not kept anywhere.
     *
     * @param role what it allows
     * @param name whose it is
     */
    public String create(Token.Role role, String name) {
        String secret = secret();
        keep(secret, role, name);
        return secret;
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private void keep(String secret, Token.Role role, String name) {
        ledger.write(records -> {
            records.insert(new Token(Digests.sha256(secret), role, name, records.now()));
            return true;
        });
    }

    /** Whose token a secret is, if it is one. */
    Optional<Token> find(String secret) {
        if (!secret.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String hash = Digests.sha256(secret);
        Token remembered = known.get(hash);
        if (remembered != null) {
            return Optional.of(remembered);
        }
        long before = revocations();
        Optional<Token> found = looks.find(hash);
        found.ifPresent(token -> remember(hash, token, before));
        return found;
    }

    private long revocations() {
        synchronized (revoking) {
            return revocations;
        }
    }

    /** Not where one was revoked meanwhile: it may be the one that was read before that. */
    private void remember(String hash, Token token, long before) {
        synchronized (revoking) {
            if (alone && revocations == before && known.size() < MOST_REMEMBERED) {
                known.put(hash, token);
            }
        }
    }

    private void forgetAll() {
        synchronized (revoking) {
            revocations++;
            known.clear();
        }
    }

    /** The tokens there are, without their secrets. */
    public List<Token> all() {
        return ledger.read(records -> records.tokens());
    }

    /** Takes all tokens of this name away and says how many there were. */
    public int revoke(String name) {
        try {
            return ledger.write(records -> records.revokeTokens(name));
        } finally {
            // Also after a failure: it may be written all the same.
            forgetAll();
        }
    }

    /**
     * Makes the first operator token where there is none, and keeps it in a file for the owner
     * only. The file is written first: a start that ends in between is made good by the next one.
     *
     * @param file where the command line finds it
     * @param name the operator's name
     * @return whether a token was made
     * @throws IOException when the file can't be written
     */
    public boolean makeFirst(Path file, String name) throws IOException {
        if (all().stream().anyMatch(token -> token.role() == Token.Role.OPERATOR)) {
            return false;
        }
        Files.deleteIfExists(file);
        String secret = secret();
        SecretFile.create(file, secret + "\n");
        keep(secret, Token.Role.OPERATOR, name);
        return true;
    }
}
