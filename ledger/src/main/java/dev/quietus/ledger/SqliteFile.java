package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is checked and made before SQLite opens a file for writing: that it is ours, that nobody
 * else has it, and that it can be written. A file that is not ours is not touched.
 */
final class SqliteFile {
    /** What marks a file as a Quietus ledger: {@code QTUS} in ASCII. */
    static final int APPLICATION_ID = 0x51545553;

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private SqliteFile() {}

    /** The path under which the file is known, however it is named; makes missing directories. */
    static Path place(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        if (Files.isDirectory(absolute)) {
            throw new LedgerUnavailableException(
                    Reason.FOREIGN,
                    "opening the ledger " + absolute
                            + ": it is a directory, expected a file; name a file in it");
        }
        Path directory = absolute.getParent();
        if (directory == null) {
            throw refused(absolute, "it names no file", null);
        }
        try {
            makeDirectory(directory);
            return Files.exists(absolute)
                    ? absolute.toRealPath()
                    : directory.toRealPath().resolve(absolute.getFileName());
        } catch (IOException e) {
            throw refused(absolute, "its directory can't be made", e);
        }
    }

    private static void makeDirectory(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path above = directory.getParent();
        if (above != null) {
            makeDirectory(above);
        }
        Files.createDirectory(directory, ownerOnly(directory, "rwx------"));
    }

    /** The permissions where the file system has such; elsewhere none. */
    static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Makes the file where it is missing, and checks that it can be written. */
    static void make(Path path) {
        try {
            if (!Files.exists(path)) {
                Files.createFile(path, ownerOnly(path, "rw-------"));
                keepName(path);
            }
        } catch (IOException e) {
            throw refused(path, "the file can't be made", e);
        }
        if (!Files.isWritable(path)) {
            throw new LedgerUnavailableException(
                    Reason.READ_ONLY,
                    "opening the ledger " + path
                            + ": the file can't be written by this user; change its owner or mode");
        }
    }

    // A new name is on disk only when its directory is; where directories can't be opened
    // (Windows),
    // the system sees to that itself.
    private static void keepName(Path path) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel directory =
                    FileChannel.open(path.resolveSibling("."), StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    /** Tells whether the file is missing or empty, so that a new ledger goes there. */
    static boolean fresh(Path path) {
        try {
            return !Files.exists(path, LinkOption.NOFOLLOW_LINKS) || Files.size(path) == 0;
        } catch (IOException e) {
            throw refused(path, "its size can't be read", e);
        }
    }

    /**
     * Checks that a file that is there is a Quietus ledger, or an empty database.
     *
     * <p>It is read through SQLite as immutable: without locks, without recovery, without a trace.
     *
     * @throws LedgerUnavailableException when it is not
     */
    static void requireOurs(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new LedgerUnavailableException(
                    Reason.FOREIGN,
                    "opening the ledger " + path + ": it is no ordinary file; choose another path");
        }
        try (SqliteProbe probe = SqliteProbe.immutable(path)) {
            long id = probe.number("PRAGMA application_id");
            boolean empty = id == 0 && probe.number("SELECT count(*) FROM sqlite_schema") == 0;
            if (id != APPLICATION_ID && !(empty && !Files.exists(walOf(path)))) {
                throw new LedgerUnavailableException(
                        Reason.FOREIGN,
                        "opening the ledger " + path
                                + ": it is the SQLite database of another program (application id "
                                + id + ", expected " + APPLICATION_ID
                                + "); it was left as it is, choose another path");
            }
        } catch (SQLException e) {
            throw SqliteDialect.notADatabase(e)
                    ? notOurs(path, e)
                    : SqliteDialect.unavailable(path, "opening", e);
        }
    }

    private static LedgerUnavailableException notOurs(Path path, SQLException found) {
        return beginsAsDatabase(path)
                ? new LedgerUnavailableException(
                        Reason.DAMAGED,
                        "opening the ledger " + path + ": its header is damaged; restore a backup",
                        found)
                : new LedgerUnavailableException(
                        Reason.FOREIGN,
                        "opening the ledger " + path
                                + ": it is no SQLite database; it was left as it is,"
                                + " choose another path",
                        found);
    }

    // Only for a file that SQLite refuses: opening and closing one that is in use would free its
    // locks.
    private static boolean beginsAsDatabase(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        } catch (IOException e) {
            throw refused(path, "it can't be read", e);
        }
    }

    static Path walOf(Path path) {
        return path.resolveSibling(path.getFileName() + "-wal");
    }

    /** The refusal after a failure of the file system. */
    static LedgerUnavailableException refused(Path path, String what, @Nullable IOException e) {
        String message = "opening the ledger " + path + ": " + what;
        if (e == null) {
            return new LedgerUnavailableException(Reason.FAILED, message);
        }
        boolean readOnly = e instanceof AccessDeniedException
                || String.valueOf(e.getMessage()).contains("Read-only file system");
        return new LedgerUnavailableException(
                readOnly ? Reason.READ_ONLY : Reason.FAILED,
                message + " (" + e.getClass().getSimpleName() + ": " + e.getMessage()
                        + "); check the path and who may write there",
                e);
    }
}
