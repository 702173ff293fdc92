package dev.quietus.ledger;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A server that the tests start themselves, once for all of them; what it says is on disk is. */
final class PostgresServer {
    /** The newest major, from the build's own dependencies. */
    static final Start NEWEST = new Start(PostgresServer::startNewest);

    /** The oldest that is supported, where the system has it installed. */
    static final Start OLDEST = new Start(PostgresServer::startInstalled);

    static final Path INSTALLED = Path.of("/usr/lib/postgresql/15/bin");

    private final int port;
    private final Runnable stop;

    private PostgresServer(int port, Runnable stop) {
        this.port = port;
        this.stop = stop;
    }

    /** Starts a server when it is first needed, and ends it with the process. */
    static final class Start {
        private final Supplier<PostgresServer> starting;
        private @Nullable PostgresServer running;

        private Start(Supplier<PostgresServer> starting) {
            this.starting = starting;
        }

        synchronized PostgresServer server() {
            PostgresServer known = running;
            if (known == null) {
                known = starting.get();
                running = known;
                Runtime.getRuntime().addShutdownHook(new Thread(known.stop));
            }
            return known;
        }
    }

    private static PostgresServer startNewest() {
        try {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("max_connections", "200")
                    .start();
            return new PostgresServer(server.getPort(), () -> {
                try {
                    server.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Why the installed server can't be used, if it can't. */
    static Optional<String> installedMissing() {
        return Files.isExecutable(INSTALLED.resolve("initdb"))
                ? Optional.empty()
                : Optional.of("PostgreSQL 15 is not installed at " + INSTALLED);
    }

    private static PostgresServer startInstalled() {
        try {
            Path home = Files.createTempDirectory("quietus-postgres-");
            if (isRoot()) {
                run(List.of("chown", "postgres", home.toString()));
            }
            Path data = home.resolve("data");
            asServer(INSTALLED + "/initdb -D " + data + " -A trust -U postgres -E UTF8"
                    + " --locale=C --no-sync");
            int port = freePort();
            asServer(INSTALLED + "/pg_ctl -D " + data + " -w -l " + home + "/log -o '-p " + port
                    + " -c listen_addresses=127.0.0.1 -c max_connections=200"
                    + " -c unix_socket_directories=" + home + "' start");
            return new PostgresServer(port, () -> {
                asServer(INSTALLED + "/pg_ctl -D " + data + " -m immediate stop");
                run(List.of("rm", "-rf", home.toString()));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    // The server refuses to run as root.
    private static void asServer(String command) {
        run(isRoot() ? List.of("su", "postgres", "-c", command) : List.of("sh", "-c", command));
    }

    private static void run(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(
                            Files.createTempFile("quietus-postgres-", ".out").toFile())
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(command + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    int port() {
        return port;
    }

    PostgresAddress address(String database) {
        return (PostgresAddress) LedgerAddress.parse(
                "postgresql://postgres@127.0.0.1:" + port + "/" + database, Path::of);
    }

    Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + database, "postgres", "");
    }

    void run(String database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Makes an empty database. */
    void create(String database) {
        try {
            run(
                    "postgres",
                    "create database " + database + " template template0 encoding 'UTF8'"
                            + " locale 'C'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
