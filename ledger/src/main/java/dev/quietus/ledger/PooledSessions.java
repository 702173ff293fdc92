package dev.quietus.ledger;

import com.zaxxer.hikari.HikariDataSource;

import dev.quietus.core.ledger.LedgerUnavailableException;

import java.sql.Connection;
import java.sql.SQLException;

/** Sessions on the connections of a pool. Safe for several threads. */
final class PooledSessions implements Sessions {
    private final HikariDataSource pool;
    private final Statements statements;
    private final String location;

    PooledSessions(HikariDataSource pool, Statements statements, String location) {
        this.pool = pool;
        this.statements = statements;
        this.location = location;
    }

    @Override
    public Session take() {
        try {
            return new Session(pool.getConnection(), statements, PooledSessions::noPlaces);
        } catch (SQLException e) {
            throw PostgresDialect.unusable(location, "connecting to", e);
        }
    }

    private static long noPlaces() {
        throw new IllegalStateException("a transaction that only reads asked for a place");
    }

    @Override
    public void back(Session session) {
        Connection connection = session.connection();
        if (session.broken()) {
            pool.evictConnection(connection);
        }
        try {
            session.close();
        } catch (LedgerUnavailableException e) {
            pool.evictConnection(connection);
        }
    }

    @Override
    public boolean worthAnother(RuntimeException failure) {
        return PostgresFailure.behind(failure).stream().anyMatch(PostgresFailure::passing);
    }

    @Override
    public void close() {
        pool.close();
    }
}
