package dev.quietus.core.authority;

import dev.quietus.core.Text;

import java.time.Instant;

/**
 * A token as it is stored: never the secret, only its hash.
 *
 * @param hash SHA-256 of the secret, lower-case hex
 * @param role what it allows
 * @param name whose it is; what is done with it is recorded under this name
 * @param createdAt ledger time
 */
public record Token(String hash, Role role, String name, Instant createdAt) {
    /** Checks the name. */
    public Token {
        Text.id("name", name);
    }

    /** What the holder of a token may do. An agent's lease has a token of its own kind. */
    public enum Role {
        /** Everything. */
        OPERATOR,
        /** Claim, begin, heartbeat and finish work of any run. */
        WORKER,
        /** Read everything, change nothing. */
        AUDITOR
    }
}
