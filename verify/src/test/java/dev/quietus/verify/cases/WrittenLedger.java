package dev.quietus.verify.cases;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server's directory as it lay on the disk before a stop, with the write-ahead log of everything
 * that was written afterwards. Cut off behind any of its commits, the log is exactly what a kill
 * between that write and the next one would have left.
 *
 * <p>Source of the layout: SQLite, "WAL-mode File Format", sections 1.1 and 1.2.
 */
final class WrittenLedger {
    private static final String LOG = "ledger.db-wal";
    private static final int LOG_HEADER = 32;
    private static final int FRAME_HEADER = 24;
    private static final int PAGE_SIZE_AT = 8;
    private static final int SALT_AT = 16;
    private static final int FRAME_SALT_AT = 8;

    private final Path before;
    private final byte[] log;
    private final int written;

    private WrittenLedger(Path before, byte[] log, int written) {
        this.before = before;
        this.log = log;
        this.written = written;
    }

    /** Copies the directory of a server that is running and at rest. */
    static Path copy(Path directory, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path from : all.toList()) {
                Path target = to.resolve(directory.relativize(from).toString());
                if (!from.toString().endsWith("-shm") && !from.toString().endsWith(".lock")) {
                    Files.copy(from, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        return to;
    }

    /**
     * Reads the log that a server has written since its directory was copied.
     *
     * @throws IllegalStateException when the log was begun anew in between
     */
    static WrittenLedger since(Path before, Path directory) throws IOException {
        byte[] old = Files.readAllBytes(before.resolve(LOG));
        byte[] log = Files.readAllBytes(directory.resolve(LOG));
        int written = old.length == 0 ? LOG_HEADER : end(old);
        boolean goesOn = old.length == 0 || Arrays.equals(old, 0, written, log, 0, written);
        if (!goesOn) {
            throw new IllegalStateException("the log was begun anew while the stop was written");
        }
        return new WrittenLedger(before, log, written);
    }

    /** The places behind each commit that was written since, the first one before any of them. */
    List<Integer> commits() {
        List<Integer> commits = new ArrayList<>(List.of(written));
        for (int at = written; at < end(log); at += frame(log)) {
            if (ByteBuffer.wrap(log, at + 4, 4).getInt() != 0) {
                commits.add(at + frame(log));
            }
        }
        return commits;
    }

    /** The directory as a kill would have left it when the log was written up to this byte. */
    Path imageAt(int bytes, Path to) throws IOException {
        copy(before, to);
        Files.write(to.resolve(LOG), Arrays.copyOf(log, bytes));
        return to;
    }

    /** How long one frame of the log is. */
    int frame() {
        return frame(log);
    }

    private static int frame(byte[] log) {
        return FRAME_HEADER + ByteBuffer.wrap(log, PAGE_SIZE_AT, 4).getInt();
    }

    /** Where the frames of this log end; what may follow is left from before it was begun anew. */
    private static int end(byte[] log) {
        int at = LOG_HEADER;
        while (at + frame(log) <= log.length
                && Arrays.equals(
                        log,
                        at + FRAME_SALT_AT,
                        at + FRAME_SALT_AT + 8,
                        log,
                        SALT_AT,
                        SALT_AT + 8)) {
            at += frame(log);
        }
        return at;
    }
}
