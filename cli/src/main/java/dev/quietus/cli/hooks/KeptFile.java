package dev.quietus.cli.hooks;

import dev.quietus.core.ledger.Digests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Arrays;
import java.util.Optional;

/**
 * Somebody else's file that is changed here and can be brought back byte for byte: what it was is
 * kept beside what was made of it, before anything is written. For one process at a time.
 *
 * @param file the file, behind any symbolic link
 * @param record the folder in which is kept what it was
 */
record KeptFile(Path file, Path record) {
    private static final String BEFORE = "before";
    private static final String ABSENT = "absent";
    private static final String AFTER = "after";

    /** The file, with its record in the state folder of this machine. */
    static KeptFile of(Path written, Path state) throws IOException {
        Path file = Files.exists(written)
                ? written.toRealPath()
                : written.toAbsolutePath().normalize();
        return new KeptFile(file, state.resolve("hooks").resolve(name(file)));
    }

    private static String name(Path file) {
        return file.getFileName() + "-" + Digests.sha256(file.toString()).substring(0, 16);
    }

    /** What the file holds; empty if there is none. */
    Optional<byte[]> now() throws IOException {
        return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    }

    /** Whether there is a record of a change. */
    boolean isKept() {
        return Files.exists(record.resolve(AFTER));
    }

    /** Whether somebody has changed the file since it was changed here. */
    boolean changedSince() throws IOException {
        return isKept() && !now().filter(bytes -> Arrays.equals(bytes, after())).isPresent();
    }

    private byte[] after() {
        try {
            return Files.readAllBytes(record.resolve(AFTER));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes the file. What it is now is kept, unless something is kept of it already. */
    void change(byte[] content) throws IOException {
        if (!isKept()) {
            Files.createDirectories(record);
            Optional<byte[]> before = now();
            if (before.isPresent()) {
                write(record.resolve(BEFORE), before.get());
            } else {
                write(record.resolve(ABSENT), new byte[0]);
            }
        }
        write(record.resolve(AFTER), content);
        write(file, content);
    }

    /** What can be said of the file when it is to be brought back. */
    enum Back {
        /** It is as it was before, byte for byte. */
        AS_BEFORE,
        /** Somebody has changed it since, and it is left alone. */
        CHANGED_SINCE,
        /** Nothing of it is kept. */
        NOT_KEPT
    }

    /** Brings the file back if nobody has changed it since. */
    Back back() throws IOException {
        if (!isKept()) {
            return Back.NOT_KEPT;
        }
        if (changedSince()) {
            return Back.CHANGED_SINCE;
        }
        if (Files.exists(record.resolve(ABSENT))) {
            Files.delete(file);
        } else {
            write(file, Files.readAllBytes(record.resolve(BEFORE)));
        }
        forget();
        return Back.AS_BEFORE;
    }

    /** Writes the file as it is to be from now on, and forgets what it was. */
    void leave(byte[] content) throws IOException {
        write(file, content);
        forget();
    }

    private void forget() throws IOException {
        for (String each : new String[] {AFTER, BEFORE, ABSENT}) {
            Files.deleteIfExists(record.resolve(each));
        }
        Files.deleteIfExists(record);
    }

    /** Whole or not at all, with the permissions of what is there. */
    private static void write(Path to, byte[] content) throws IOException {
        Path folder = Optional.ofNullable(to.getParent()).orElseThrow();
        Files.createDirectories(folder);
        Path fresh = Files.createTempFile(folder, ".quietus-", ".new");
        try {
            if (Files.exists(to)
                    && Files.getFileStore(to)
                            .supportsFileAttributeView(PosixFileAttributeView.class)) {
                Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(to));
            }
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(
                    fresh, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
