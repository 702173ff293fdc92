package dev.quietus.ledger;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** A bare connection to a SQLite file, for what happens around the ledger's own work. */
final class SqliteProbe implements AutoCloseable {
    private final Connection connection;

    private SqliteProbe(Connection connection) {
        this.connection = connection;
    }

    /** Opens the file for reading as if nobody could ever write it. */
    static SqliteProbe immutable(Path path) throws SQLException {
        return new SqliteProbe(DriverManager.getConnection(url(path) + "?immutable=1"));
    }

    static SqliteProbe open(Path path) throws SQLException {
        return new SqliteProbe(DriverManager.getConnection(url(path), properties()));
    }

    // Otherwise the driver asks for the number of the last row behind each INSERT.
    private static Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("jdbc.get_generated_keys", "false");
        return properties;
    }

    /** The driver's name of a file; escaped, because it takes what follows a question mark away. */
    static String url(Path path) {
        StringBuilder url = new StringBuilder("jdbc:sqlite:file:");
        String slashed = path.toAbsolutePath().toString().replace('\\', '/');
        if (!slashed.startsWith("/")) {
            url.append('/');
        }
        for (byte b : slashed.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || "/._-~:".indexOf(c) >= 0);
            url.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
        }
        return url.toString();
    }

    Connection connection() {
        return connection;
    }

    void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery(sql)) {
            return results.next() ? String.valueOf(results.getString(1)) : "";
        }
    }

    long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery(sql)) {
            return results.next() ? results.getLong(1) : 0;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
