package dev.quietus.verify.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The programs of the PostgreSQL that the build brings along, unpacked. */
final class PostgresPrograms {
    // Kept, so that its level is.
    private static final Logger CHATTY = Logger.getLogger("io.zonky.test.db.postgres");

    private static final Path FOLDER = unpacked();

    private PostgresPrograms() {}

    /** Starts one server for a moment: it unpacks itself, and knows where to. */
    private static Path unpacked() {
        CHATTY.setLevel(Level.WARNING);
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start();
                Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "select setting from pg_config() where name = 'BINDIR'")) {
            found.next();
            return Path.of(found.getString(1));
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL can't be unpacked", e);
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL does not say where it lies", e);
        }
    }

    /**
     * A command line: a server refuses to run as root, so there it gets a name space of its own.
     */
    static List<String> line(String program, List<String> arguments) {
        List<String> line = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            line.addAll(List.of("unshare", "-U"));
        }
        line.add(FOLDER.resolve(program).toString());
        line.addAll(arguments);
        return line;
    }

    /** Runs a program to its end. */
    static void run(Path log, String program, List<String> arguments) {
        try {
            Process process = new ProcessBuilder(line(program, arguments))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(program + " failed, see " + log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(program + " was interrupted", e);
        }
    }
}
