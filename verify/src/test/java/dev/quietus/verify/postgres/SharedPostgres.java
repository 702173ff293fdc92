package dev.quietus.verify.postgres;

import dev.quietus.verify.server.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One PostgreSQL server for the tests of a class, started when it is first asked for, with a
 * database for each of them. Safe for use by several threads.
 */
public final class SharedPostgres implements AutoCloseable {
    private @Nullable PostgresNode node;
    private @Nullable Path folder;
    private int databases;

    /** The server. */
    public synchronized PostgresNode node() {
        PostgresNode known = node;
        if (known == null) {
            try {
                Path made = Files.createTempDirectory("quietus-postgres-");
                folder = made;
                known = PostgresNode.start(made.resolve("server"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            node = known;
        }
        return known;
    }

    /** The address of an empty database of its own. */
    public synchronized String fresh() {
        return PostgresNode.address(node().host(), freshDatabase());
    }

    /** An empty database, by its name. */
    public synchronized String freshDatabase() {
        String database = "quietus_" + ++databases;
        node().create(database);
        return database;
    }

    @Override
    public synchronized void close() {
        PostgresNode known = node;
        Path made = folder;
        if (known != null && made != null) {
            known.close();
            try {
                Installation.delete(made);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
