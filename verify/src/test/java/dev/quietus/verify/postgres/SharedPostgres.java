package dev.quietus.verify.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
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
        return addressOf(node(), freshDatabase());
    }

    /** An empty database, by its name. */
    public synchronized String freshDatabase() {
        String database = "quietus_" + ++databases;
        node().create(database);
        return database;
    }

    /** The address of a database as servers are told it. */
    public static String addressOf(PostgresNode node, String database) {
        return "postgresql://postgres@" + node.host() + "/" + database;
    }

    @Override
    public synchronized void close() {
        PostgresNode known = node;
        Path made = folder;
        if (known != null && made != null) {
            known.close();
            delete(made);
        }
    }

    private static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                        throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failure)
                        throws IOException {
                    Files.delete(each);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
