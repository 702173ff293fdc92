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
import java.util.Optional;

/**
 * The tokens of operators, workers and auditors: random, shown once, stored as hashes. Safe for use
 * by several threads.
 */
public final class HolderTokens {
    private static final String PREFIX = "qto_";
    private static final int SECRET_BYTES = 32;

    private final Ledger ledger;
    private final SecureRandom random = new SecureRandom();

    /** Builds it over the record. */
    public HolderTokens(Ledger ledger) {
        this.ledger = ledger;
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
        return ledger.read(records -> records.token(Digests.sha256(secret)));
    }

    /** The tokens there are, without their secrets. */
    public List<Token> all() {
        return ledger.read(records -> records.tokens());
    }

    /** Takes all tokens of this name away and says how many there were. */
    public int revoke(String name) {
        return ledger.write(records -> records.revokeTokens(name));
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
