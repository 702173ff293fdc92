package dev.quietus.verify.postgres;

import static org.awaitility.Awaitility.await;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One PostgreSQL server that writes to the disk what it says it has written. It is started, killed
 * with everything that belongs to it, started again over what it left, cloned as a standby, and
 * promoted. Used by one thread at a time.
 */
public final class PostgresNode implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Path folder;
    private final int port;
    private final List<String> settings = new ArrayList<>();
    private @Nullable Process process;

    private PostgresNode(Path folder) {
        this.folder = folder;
        this.port = freePort();
    }

    /**
     * Makes a server and starts it.
     *
     * @param folder where it keeps everything; must not exist
     * @param settings settings such as {@code synchronous_commit=off}
     */
    public static PostgresNode start(Path folder, String... settings) {
        PostgresNode node = new PostgresNode(folder);
        node.settings.addAll(List.of(settings));
        PostgresPrograms.run(
                made(folder).resolve("initdb.log"),
                "initdb",
                List.of(
                        "-D",
                        node.data().toString(),
                        "-A",
                        "trust",
                        "-U",
                        "postgres",
                        "-E",
                        "UTF8",
                        "--locale=C",
                        "--no-sync"));
        node.start();
        return node;
    }

    private static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path data() {
        return folder.resolve("data");
    }

    /** Where it listens, as {@code 127.0.0.1:PORT}. */
    public String host() {
        return "127.0.0.1:" + port;
    }

    /**
     * The address of a ledger as servers are told it.
     *
     * @param hosts one {@code HOST:PORT}, or several with commas between them
     */
    public static String address(String hosts, String database) {
        return "postgresql://postgres@" + hosts + "/" + database;
    }

    /** Starts it over what is there, and waits until it answers. */
    public void start() {
        List<String> arguments = new ArrayList<>(List.of(
                "-D",
                data().toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "unix_socket_directories=",
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "max_connections=100",
                "-c",
                "fsync=on",
                "-c",
                "full_page_writes=on",
                "-c",
                "wal_sender_timeout=5s"));
        for (String setting : settings) {
            arguments.addAll(List.of("-c", setting));
        }
        try {
            process = new ProcessBuilder(PostgresPrograms.line("postgres", arguments))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("postgres.log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await("PostgreSQL at " + host()).atMost(SOON).until(this::answers);
    }

    private boolean answers() {
        if (!running().isAlive()) {
            throw new IllegalStateException("PostgreSQL ended, see " + folder);
        }
        try (Connection connection = connect("postgres")) {
            return connection.isValid(2);
        } catch (SQLException e) {
            return false;
        }
    }

    private Process running() {
        return Optional.ofNullable(process).orElseThrow();
    }

    /** A connection of its own, as its superuser. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + host() + "/" + database + "?connectTimeout=2",
                "postgres",
                "");
    }

    /** Runs a statement as superuser. */
    public void run(String database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Makes an empty database. */
    public void create(String database) {
        run("postgres", "create database " + database);
    }

    /** Every event of a ledger, as it stands in its table. */
    public List<JsonObject> events(String database) {
        List<JsonObject> events = new ArrayList<>();
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select type, run_id, operation_id, data from event where type <> ''"
                                + " order by position")) {
            while (rows.next()) {
                events.add(JsonObject.builder()
                        .put("type", rows.getString(1))
                        .put("run_id", rows.getString(2))
                        .putIfPresent("operation_id", Optional.ofNullable(rows.getString(3)))
                        .put("data", Json.parseObject(rows.getString(4)))
                        .build());
            }
        } catch (SQLException e) {
            throw new IllegalStateException("reading the events of " + database, e);
        }
        return events;
    }

    /** Kills it and every process of it at once, as a loss of power does. */
    public void kill() {
        Process postmaster = running();
        List<ProcessHandle> all = new ArrayList<>(postmaster.descendants().toList());
        postmaster.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        await("PostgreSQL is gone")
                .atMost(SOON)
                .until(() ->
                        !postmaster.isAlive() && all.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** Stops it in good order. */
    public void stop() {
        PostgresPrograms.run(
                folder.resolve("stop.log"),
                "pg_ctl",
                List.of("-D", data().toString(), "-m", "fast", "-w", "stop"));
    }

    /**
     * Makes a standby that must confirm every commit of this server, and starts both.
     *
     * @param other where it keeps everything; must not exist
     */
    public PostgresNode withStandby(Path other) {
        PostgresNode standby = new PostgresNode(other);
        stop();
        made(other);
        copy(data(), standby.data());
        try {
            Files.writeString(standby.data().resolve("standby.signal"), "");
            Files.writeString(
                    standby.data().resolve("postgresql.auto.conf"),
                    "primary_conninfo = 'host=127.0.0.1 port=" + port
                            + " user=postgres application_name=standby'\n",
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        settings.add("synchronous_standby_names=standby");
        start();
        standby.start();
        await("the standby follows").atMost(SOON).until(this::followed);
        return standby;
    }

    private boolean followed() throws SQLException {
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "select count(*) from pg_stat_replication where sync_state = 'sync'")) {
            rows.next();
            return rows.getInt(1) == 1;
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes)
                        throws IOException {
                    Files.copy(
                            each,
                            to.resolve(from.relativize(each)),
                            StandardCopyOption.COPY_ATTRIBUTES);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path each, BasicFileAttributes attributes)
                        throws IOException {
                    if (!each.getFileName().toString().equals("postmaster.pid")) {
                        Files.copy(each, to.resolve(from.relativize(each)));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a standby the server that takes writes. */
    public void promote() {
        run("postgres", "select pg_promote(true, 30)");
    }

    @Override
    public void close() {
        if (process != null && running().isAlive()) {
            kill();
        }
    }
}
