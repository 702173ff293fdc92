package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.CHAIN;
import static dev.quietus.ledger.schema.Tables.EVENT;
import static org.jooq.impl.DSL.select;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.core.run.TreeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Recomputes every chain of events and compares it with the recorded heads (S11). It finds a row
 * that was changed, dropped, added or moved by anybody who did not rewrite the whole chain behind
 * it; a wholly rewritten chain is found by the receipts that name its head.
 *
 * @param trees how many trees were read
 * @param events how many events were read
 * @param findings what is wrong, one entry for each fault, at most {@link #MOST_FINDINGS}
 */
public record LedgerVerification(long trees, long events, List<Finding> findings) {
    /** Verification ends when it has found this many faults. */
    public static final int MOST_FINDINGS = 1_000;

    private static final int TREES_AT_ONCE = 500;

    /** Copies the list. */
    public LedgerVerification {
        findings = List.copyOf(findings);
    }

    /** What kind of fault it is. */
    public enum Fault {
        /** An event is not what its hash says, or can't be read at all. */
        CHANGED,
        /** Events are missing between two others. */
        MISSING,
        /** An event does not name the one before it. */
        BROKEN_LINK,
        /** The recorded end of the chain is not where the events end. */
        WRONG_HEAD
    }

    /**
     * One fault.
     *
     * @param tree in which tree's chain
     * @param seq at which place of it
     * @param fault of which kind
     * @param detail what was expected and found
     */
    public record Finding(TreeId tree, long seq, Fault fault, String detail) {}

    /** Tells whether nothing is wrong. */
    public boolean clean() {
        return findings.isEmpty();
    }

    /**
     * Verifies an open ledger; each tree on a snapshot of its own, so that writers go on.
     *
     * @throws LedgerUnavailableException when it can't be read
     */
    public static LedgerVerification verify(DurableLedger ledger) {
        return verify(new Snapshots() {
            @Override
            public <R> R read(Function<Turn, R> reading) {
                return ledger.snapshot(reading);
            }
        });
    }

    /**
     * Verifies a ledger that other processes may have open; no record is changed.
     *
     * @throws LedgerUnavailableException when there is no such ledger or it can't be read
     */
    public static LedgerVerification verify(LedgerAddress address) {
        return switch (address) {
            case LedgerAddress.File(var path) -> verify(path);
            case PostgresAddress database -> {
                try (Session session = PostgresStore.reader(database)) {
                    yield verify(new OneSession(session));
                }
            }
        };
    }

    /**
     * Verifies a ledger's file, which a server may have open; no record is changed.
     *
     * @throws LedgerUnavailableException when there is no such ledger or it can't be read
     */
    public static LedgerVerification verify(Path file) {
        Path path = file.toAbsolutePath().normalize();
        if (!Files.exists(path)) {
            throw new LedgerUnavailableException(
                    Reason.FAILED, "verifying the ledger " + path + ": there is no such file");
        }
        SqliteFile.requireOurs(path);
        boolean live = Files.exists(SqliteFile.walOf(path));
        try (SqliteProbe probe = live ? SqliteProbe.open(path) : SqliteProbe.immutable(path)) {
            SchemaVersion.known(path, probe);
            probe.run("PRAGMA query_only = ON");
            probe.run("PRAGMA busy_timeout = 5000");
            return verify(new OneSession(new Session(
                    probe.connection(), new Statements(new SqliteDialect(path)), () -> 0)));
        } catch (SQLException e) {
            throw SqliteDialect.unavailable(path, "verifying", e);
        }
    }

    /** Verifies what a transaction that is under way sees. */
    static LedgerVerification within(Session session) {
        return verify(new Snapshots() {
            @Override
            public <R> R read(Function<Turn, R> reading) {
                return reading.apply(new Turn(session, false, Instant.EPOCH));
            }
        });
    }

    private interface Snapshots {
        <R> R read(Function<Turn, R> reading);
    }

    private record OneSession(Session session) implements Snapshots {
        @Override
        public <R> R read(Function<Turn, R> reading) {
            session.begin(false);
            try {
                return reading.apply(new Turn(session, false, Instant.EPOCH));
            } finally {
                session.rollback();
            }
        }
    }

    private static LedgerVerification verify(Snapshots ledger) {
        List<Finding> findings = new ArrayList<>();
        long trees = 0;
        long events = 0;
        List<String> page = ledger.read(turn -> trees(turn, ""));
        while (!page.isEmpty() && findings.size() < MOST_FINDINGS) {
            for (String tree : page) {
                events += ledger.read(turn -> new ChainCheck(turn, tree, findings).run());
                trees++;
            }
            String last = page.getLast();
            page = ledger.read(turn -> trees(turn, last));
        }
        return new LedgerVerification(
                trees, events, findings.subList(0, Math.min(findings.size(), MOST_FINDINGS)));
    }

    private static List<String> trees(Turn turn, String after) {
        return turn.all(
                RowReader::text,
                turn.dialect()
                        .dsl()
                        .select(CHAIN.TREE_ID)
                        .from(CHAIN)
                        .where(CHAIN.TREE_ID.gt(after))
                        .union(select(EVENT.TREE_ID).from(EVENT).where(EVENT.TREE_ID.gt(after)))
                        .orderBy(1)
                        .limit(TREES_AT_ONCE));
    }
}
