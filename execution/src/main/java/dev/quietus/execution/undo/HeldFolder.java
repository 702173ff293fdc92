package dev.quietus.execution.undo;

import dev.quietus.execution.files.TrackedPath;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One folder of the tracked tree, held open: what is done in it is done in this folder, even if
 * somebody puts a link in its place meanwhile. Where the system can't hold folders (Windows), the
 * way to it is checked for links when it is opened, and a moment is left in between.
 */
final class HeldFolder implements AutoCloseable {
    private static final boolean POSIX =
            java.nio.file.FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private final Path path;
    private final Optional<SecureDirectoryStream<Path>> held;

    private HeldFolder(Path path, Optional<SecureDirectoryStream<Path>> held) {
        this.path = path;
        this.held = held;
    }

    @SuppressWarnings("StreamResourceLeak") // it is held until this is closed
    static HeldFolder open(Path root, TrackedPath folder) throws IOException {
        DirectoryStream<Path> top = Files.newDirectoryStream(root);
        if (!(top instanceof SecureDirectoryStream<Path> secure)) {
            top.close();
            checkWay(root, folder);
            return new HeldFolder(folder.under(root), Optional.empty());
        }
        SecureDirectoryStream<Path> now = secure;
        try {
            checkRoot(root, now);
            if (!folder.isRoot()) {
                for (Path name : root.relativize(folder.under(root))) {
                    SecureDirectoryStream<Path> next =
                            now.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
                    now.close();
                    now = next;
                }
            }
            return new HeldFolder(folder.under(root), Optional.of(now));
        } catch (IOException | RuntimeException e) {
            now.close();
            throw e;
        }
    }

    private static void checkRoot(Path root, SecureDirectoryStream<Path> held) throws IOException {
        BasicFileAttributes there =
                Files.readAttributes(root, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        BasicFileAttributes mine =
                held.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
        if (!there.isDirectory() || !Objects.equals(there.fileKey(), mine.fileKey())) {
            throw new FileSystemException(root.toString(), null, "it is no folder of its own");
        }
    }

    private static void checkWay(Path root, TrackedPath folder) throws IOException {
        for (TrackedPath at = folder; ; at = at.parent()) {
            if (!Files.isDirectory(at.under(root), LinkOption.NOFOLLOW_LINKS)) {
                throw new FileSystemException(at.text(), null, "it is no folder of its own");
            }
            if (at.isRoot()) {
                return;
            }
        }
    }

    /** Makes a file that was not there, for its owner only; returns when it is on the disk. */
    void create(Path name, Hands.Content content) throws IOException {
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (SeekableByteChannel channel = held.isPresent()
                        ? held.get().newByteChannel(name, options, ownerOnly("rw-------"))
                        : Files.newByteChannel(
                                path.resolve(name), options, ownerOnly("rw-------"));
                var out = java.nio.channels.Channels.newOutputStream(channel)) {
            content.copyTo(out);
            if (channel instanceof FileChannel file) {
                file.force(true);
            }
        }
    }

    /**
     * Makes a folder. It is made by its path, since the JDK has no other way; its name is one that
     * nobody else knows, and if it did not come to lie in this folder it is removed again.
     */
    void createFolder(Path name) throws IOException {
        Files.createDirectory(path.resolve(name), ownerOnly("rwx------"));
        mustLieHere(name);
    }

    /** Makes a link, in the same way. */
    void createLink(Path name, Path target) throws IOException {
        Files.createSymbolicLink(path.resolve(name), target);
        mustLieHere(name);
    }

    private void mustLieHere(Path name) throws IOException {
        if (held.isEmpty()) {
            return;
        }
        Object made = Files.readAttributes(
                        path.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
        try {
            Object here = held.get()
                    .getFileAttributeView(
                            name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .fileKey();
            if (Objects.equals(made, here)) {
                return;
            }
        } catch (IOException e) {
            Files.deleteIfExists(path.resolve(name));
            throw e;
        }
        Files.deleteIfExists(path.resolve(name));
        throw new FileSystemException(path.toString(), null, "its folder was exchanged");
    }

    /** Gives something in this folder another name in it. */
    void rename(Path from, Path to) throws IOException {
        if (held.isPresent()) {
            held.get().move(from, held.get(), to);
        } else {
            Files.move(
                    path.resolve(from),
                    path.resolve(to),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    void removeFile(Path name) throws IOException {
        if (held.isPresent()) {
            held.get().deleteFile(name);
        } else {
            Files.delete(path.resolve(name));
        }
    }

    void removeFolder(Path name) throws IOException {
        if (held.isPresent()) {
            held.get().deleteDirectory(name);
        } else {
            Files.delete(path.resolve(name));
        }
    }

    private static FileAttribute<?>[] ownerOnly(String permissions) {
        return POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    @Override
    public void close() throws IOException {
        if (held.isPresent()) {
            held.get().close();
        }
    }
}
