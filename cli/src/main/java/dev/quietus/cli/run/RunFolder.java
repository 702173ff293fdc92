package dev.quietus.cli.run;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for the files that one run's agent is to read, for this user only; gone after the run.
 *
 * @param path where it is
 */
record RunFolder(Path path) implements AutoCloseable {
    /** Makes a new one. */
    static RunFolder make(Path state) throws IOException {
        Path above = Files.createDirectories(state.resolve("runs"));
        return new RunFolder(Files.createTempDirectory(above, "run-", ownersOnly("rwx------")));
    }

    private static FileAttribute<?>[] ownersOnly(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | java.io.UncheckedIOException leftBehind) {
            // Only this user can read it, and what it says is over with the run.
            return;
        }
    }
}
