package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.Set;

/**
 * What a failure of PostgreSQL means, by its SQLSTATE.
 *
 * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">error codes</a>
 */
enum PostgresFailure {
    /** Somebody else was in the way; nothing was written, the same again may work. */
    CONFLICT(Reason.LOCKED, "others held the same rows for too long; try again"),
    /** The connection is gone, or the server takes no writes any more; another one may. */
    LOST(Reason.CLOSED, "the connection is lost; check that the server runs and can be reached"),
    /** No connection could be had. */
    UNREACHABLE(Reason.CLOSED, "the server can't be reached; check host, port and network"),
    /** The server knows this program not, or not with this password. */
    REFUSED(Reason.FAILED, "the server refused the login; check user, password and pg_hba.conf"),
    /** The role may not do that. */
    FORBIDDEN(
            Reason.READ_ONLY, "the role lacks a right; see docs/postgresql.md for those it needs"),
    /** The server takes no writes. */
    READ_ONLY(Reason.READ_ONLY, "the server takes no writes; name the primary, not a standby"),
    /** The server has no room. */
    FULL(Reason.FULL, "the server's disk is full; make room, nothing has to be restarted"),
    /** The server has no connection left, or no memory. */
    OVERLOADED(Reason.OVERLOADED, "the server has no connection or memory left; raise its limits"),
    /** The stored bytes are not what was written. */
    DAMAGED(Reason.DAMAGED, "the server found damaged data; stop the program, restore a backup"),
    /** The database or the tables are not there. */
    MISSING(Reason.FOREIGN, "the database or its tables are missing; check the name"),
    /** A statement took longer than it may. */
    SLOW(Reason.FAILED, "a statement took longer than it may; check the server's load"),
    /** The schema refused it: our own mistake. */
    CONSTRAINT(Reason.FAILED, "the schema refused it"),
    /** Anything else. */
    OTHER(Reason.FAILED, "the server failed");

    private static final String UNIQUE = "23505";
    private static final Set<String> CONFLICTS = Set.of("40001", "40P01", "55P03", UNIQUE);
    private static final Set<String> GONE =
            Set.of("57P01", "57P02", "57P03", "57P05", "25P02", "25P03", "25P04");

    private final Reason reason;
    private final String explanation;

    PostgresFailure(Reason reason, String explanation) {
        this.reason = reason;
        this.explanation = explanation;
    }

    Reason reason() {
        return reason;
    }

    String explanation() {
        return explanation;
    }

    /** What stands behind a failed command, where it is the store. */
    static Optional<PostgresFailure> behind(Throwable failure) {
        return failure instanceof LedgerUnavailableException
                        && failure.getCause() instanceof SQLException cause
                ? Optional.of(of(cause))
                : Optional.empty();
    }

    /** Tells whether a row with the same key is there already. */
    static boolean isTaken(Throwable failure) {
        return failure.getCause() instanceof SQLException cause
                && UNIQUE.equals(telling(cause).getSQLState());
    }

    static PostgresFailure of(SQLException failure) {
        SQLException telling = telling(failure);
        String state = telling.getSQLState() == null ? "" : telling.getSQLState();
        if (CONFLICTS.contains(state)) {
            return CONFLICT;
        }
        if (state.equals("25006")) {
            return READ_ONLY;
        }
        if (GONE.contains(state)) {
            return LOST;
        }
        return switch (state.length() < 2 ? "" : state.substring(0, 2)) {
            case "08" ->
                switch (state) {
                    case "08001" -> UNREACHABLE;
                    // The driver's own word where a password is asked for and there is none.
                    case "08004" -> REFUSED;
                    default -> LOST;
                };
            case "28" -> REFUSED;
            case "3D", "3F" -> MISSING;
            case "23" -> CONSTRAINT;
            case "42" ->
                state.equals("42501") ? FORBIDDEN : state.equals("42P01") ? MISSING : OTHER;
            case "53" -> state.equals("53100") ? FULL : OVERLOADED;
            case "57" -> state.equals("57014") ? SLOW : OTHER;
            case "XX" -> state.equals("XX000") ? OTHER : DAMAGED;
            default -> failure instanceof SQLTransientConnectionException ? UNREACHABLE : OTHER;
        };
    }

    /** Tells whether the same again, on another connection, may work. */
    boolean passing() {
        return this == CONFLICT || this == LOST || this == READ_ONLY;
    }

    /** What the server said, in one line; a pool's own words only where the server said nothing. */
    static String told(SQLException failure) {
        String message = String.valueOf(telling(failure).getMessage());
        return message.lines().findFirst().orElse("").strip();
    }

    private static SQLException telling(SQLException failure) {
        return failure.getCause() instanceof SQLException cause ? telling(cause) : failure;
    }
}
