package dev.quietus.execution.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Makes what was written survive a loss of power. */
public final class DurableFolder {
    private static final boolean FOLDERS_CAN_BE_OPENED =
            !System.getProperty("os.name", "").startsWith("Windows");

    private DurableFolder() {}

    /**
     * Brings a folder's list of names to the disk. Windows has no such call and writes it by
     * itself.
     *
     * @param folder the folder
     * @throws IOException if that fails
     */
    public static void force(Path folder) throws IOException {
        if (FOLDERS_CAN_BE_OPENED) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /**
     * The same for the folder in which something lies.
     *
     * @param path what lies in it
     * @throws IOException if that fails
     */
    public static void forceParent(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            force(parent);
        }
    }

    /** Brings everything below a folder to the disk. */
    static void forceAll(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                    throws IOException {
                if (attributes.isRegularFile()) {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                        channel.force(true);
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                    throws IOException {
                if (failure != null) {
                    throw failure;
                }
                force(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
