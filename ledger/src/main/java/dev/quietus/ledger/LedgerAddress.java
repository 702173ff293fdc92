package dev.quietus.ledger;

import java.nio.file.Path;
import java.util.function.Function;

/**
 * Where a ledger is: {@code sqlite:PATH}, a bare path, or
 * {@code postgresql://[user[:password]@]host[:port][,host…]/database[?parameters]}. Immutable; its
 * text never shows a password.
 */
public sealed interface LedgerAddress permits LedgerAddress.File, PostgresAddress {
    /** What the address of a file may begin with. */
    String SQLITE = "sqlite:";

    /** The ledger as it is named in messages and listings. */
    String location();

    /**
     * One SQLite file.
     *
     * @param path the file
     */
    record File(Path path) implements LedgerAddress {
        @Override
        public String location() {
            return path.toString();
        }

        @Override
        public String toString() {
            return location();
        }
    }

    /**
     * Reads an address.
     *
     * @param text the address
     * @param paths makes a path out of the name of a file
     * @throws IllegalArgumentException when it is none; the message shows no password
     */
    static LedgerAddress parse(String text, Function<String, Path> paths) {
        if (text.startsWith(PostgresAddress.SCHEME) || text.startsWith(PostgresAddress.SHORT)) {
            return PostgresAddress.parse(text);
        }
        String path = text.startsWith(SQLITE) ? text.substring(SQLITE.length()) : text;
        int scheme = path.indexOf("://");
        if (path.isEmpty() || scheme > 0) {
            throw new IllegalArgumentException(
                    "expected sqlite:PATH or postgresql://HOST/DATABASE, found '"
                            + (scheme > 0 ? path.substring(0, scheme) + "://…" : path) + "'");
        }
        return new File(paths.apply(path));
    }
}
