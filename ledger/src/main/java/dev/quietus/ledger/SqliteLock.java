package dev.quietus.ledger;

import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second Quietus away from a ledger: an advisory lock on {@code <ledger>.lock}, which holds
 * the owner's process id for people to read. The system frees the lock when its process dies; the
 * file stays, because deleting it would let two processes lock two files of one name.
 */
final class SqliteLock implements AutoCloseable {
    // Far behind the text, so that the text can be read where locks are mandatory.
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;
    private static final int MOST_READ = 100;

    // Closing any channel of a file frees the process's lock on it (POSIX), so a ledger that this
    // process has open must not be touched again.
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path ledger;
    private final FileChannel channel;

    private SqliteLock(Path ledger, FileChannel channel) {
        this.ledger = ledger;
        this.channel = channel;
    }

    /** Tells whether this process has the ledger open. */
    static boolean heldHere(Path ledger) {
        return OPEN.contains(ledger);
    }

    /**
     * Takes the lock.
     *
     * @param ledger the real path of the ledger
     * @throws LedgerUnavailableException when somebody has it, or the lock file can't be written
     */
    static SqliteLock take(Path ledger) {
        if (!OPEN.add(ledger)) {
            throw taken(ledger, "this process");
        }
        FileChannel channel = null;
        try {
            channel = channel(ledger);
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock != null) {
                channel.truncate(0);
                channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n")
                        .getBytes(StandardCharsets.US_ASCII)));
                return new SqliteLock(ledger, channel);
            }
            String owner = "process " + owner(channel);
            abandon(ledger, channel);
            throw taken(ledger, owner);
        } catch (IOException e) {
            abandon(ledger, channel);
            throw SqliteFile.refused(ledger, "its lock file can't be written", e);
        }
    }

    private static FileChannel channel(Path ledger) throws IOException {
        Path file = ledger.resolveSibling(ledger.getFileName() + ".lock");
        return FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE),
                SqliteFile.ownerOnly(file, "rw-------"));
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(MOST_READ);
        channel.read(text, 0);
        String pid =
                new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
        return pid.matches("[0-9]{1,20}") ? pid : "(unknown)";
    }

    private static LedgerUnavailableException taken(Path ledger, String owner) {
        return new LedgerUnavailableException(
                Reason.LOCKED,
                "opening the ledger " + ledger + ": it is in use by " + owner
                        + "; use that server, end it first, or choose another path");
    }

    private static void abandon(Path ledger, @Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw SqliteFile.refused(ledger, "its lock file can't be closed", e);
        } finally {
            OPEN.remove(ledger);
        }
    }

    @Override
    public void close() {
        abandon(ledger, channel);
    }
}
