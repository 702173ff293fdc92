package dev.quietus.server.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that only their owner may read: written whole or not at all. */
public final class SecretFile {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rw-------");
    private static final int MAX_BYTES = 64 * 1024;

    private SecretFile() {}

    /** Creates a directory, and those above it, for the owner only. */
    public static void directory(Path directory) throws IOException {
        if (posix()) {
            Files.createDirectories(
                    directory,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(directory);
        }
    }

    /**
     * Writes a file that must not exist yet.
     *
     * @throws FileAlreadyExistsException when it does
     * @throws IOException when it can't be written
     */
    public static void create(Path file, String content) throws IOException {
        Path beside = file.resolveSibling(
                file.getFileName() + ".new-" + ProcessHandle.current().pid());
        Files.deleteIfExists(beside);
        Files.createFile(beside, attributes());
        try {
            write(beside, content);
            if (Files.exists(file)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /** Returns when it is on disk, so that what relies on it can be recorded next. */
    private static void write(Path file, String content) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(content);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it can't be read, is too large, or others may read it too
     */
    public static String read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException(file + " is larger than a secret can be");
        }
        if (posix()) {
            Set<PosixFilePermission> found = Files.getPosixFilePermissions(file);
            if (!OWNER_ONLY.containsAll(found)) {
                throw new IOException(
                        file + " has permissions " + PosixFilePermissions.toString(found)
                                + ", only its owner may have access: chmod 600 " + file);
            }
        }
        return Files.readString(file, StandardCharsets.UTF_8).strip();
    }

    private static FileAttribute<?>[] attributes() {
        return posix()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    private static boolean posix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
