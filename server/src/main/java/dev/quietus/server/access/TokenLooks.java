package dev.quietus.server.access;

import dev.quietus.core.authority.Token;
import dev.quietus.core.ledger.Ledger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Looks tokens up in the record, those of callers who come at the same time in one read: a read of
 * a shared record is a way to its server and back. Nothing is remembered: whoever asks gets an
 * answer from a read that began afterwards, so that a token that was taken away before counts no
 * longer. Safe for use by several threads.
 */
final class TokenLooks {
    /** More tokens than this are not looked up in one read. */
    private static final int MOST = 32;

    private final Ledger ledger;
    private final ReentrantLock reading = new ReentrantLock();
    private final Object joining = new Object();
    private @Nullable Look next;

    TokenLooks(Ledger ledger) {
        this.ledger = ledger;
    }

    /** One read, for those who asked before it began. */
    private static final class Look {
        private final Set<String> hashes = new HashSet<>();
        private final CompletableFuture<Map<String, Token>> found = new CompletableFuture<>();
    }

    /** The token with this hash, unless it was revoked. */
    Optional<Token> find(String hash) {
        Look look;
        boolean first;
        synchronized (joining) {
            Look open = next;
            first = open == null || open.hashes.size() >= MOST;
            look = open == null || first ? new Look() : open;
            look.hashes.add(hash);
            next = look;
        }
        if (first) {
            read(look);
        }
        try {
            return Optional.ofNullable(look.found.join().get(hash));
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw e;
            }
        }
    }

    private void read(Look look) {
        reading.lock();
        try {
            synchronized (joining) {
                if (look == next) {
                    next = null;
                }
            }
            look.found.complete(ledger.read(records -> {
                Map<String, Token> found = new HashMap<>();
                for (String hash : look.hashes) {
                    records.token(hash).ifPresent(token -> found.put(hash, token));
                }
                return found;
            }));
        } catch (RuntimeException | Error e) {
            look.found.completeExceptionally(e);
        } finally {
            reading.unlock();
        }
    }
}
