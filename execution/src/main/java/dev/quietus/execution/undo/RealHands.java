package dev.quietus.execution.undo;

import dev.quietus.execution.files.DurableFolder;
import dev.quietus.execution.files.FileState;
import dev.quietus.execution.files.TrackedPath;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The changes as they are made to a real folder. */
final class RealHands implements Hands {
    private static final boolean UNIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

    private final Path root;

    RealHands(Path root) {
        this.root = root;
    }

    @Override
    public void writeFile(TrackedPath folder, Path temporary, Content content) throws IOException {
        try (HeldFolder held = HeldFolder.open(root, folder)) {
            held.create(temporary, content);
        }
    }

    @Override
    public void makeFolder(TrackedPath folder, Path temporary) throws IOException {
        try (HeldFolder held = HeldFolder.open(root, folder)) {
            held.createFolder(temporary);
        }
    }

    @Override
    public void makeLink(TrackedPath folder, Path temporary, Path target) throws IOException {
        try (HeldFolder held = HeldFolder.open(root, folder)) {
            held.createLink(temporary, target);
        }
    }

    @Override
    public void own(TrackedPath folder, Path name, FileState.Access access) throws IOException {
        if (UNIX) {
            Path path = checked(folder, name);
            Files.setAttribute(path, "unix:uid", access.user(), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:gid", access.group(), LinkOption.NOFOLLOW_LINKS);
        }
    }

    @Override
    public void permit(TrackedPath folder, Path name, int mode) throws IOException {
        if (UNIX) {
            Path path = checked(folder, name);
            try {
                Files.setAttribute(path, "unix:mode", mode, LinkOption.NOFOLLOW_LINKS);
            } catch (AccessDeniedException e) {
                // Without following a link the JDK opens the file to do it, which takes a right to
                // read that just these permissions may withhold.
                if (Files.isSymbolicLink(path)) {
                    throw e;
                }
                Files.setAttribute(path, "unix:mode", mode);
            }
        }
    }

    /** The JDK changes owner and mode by path only, so the way is looked at just before. */
    private Path checked(TrackedPath folder, Path name) throws IOException {
        if (!name.toString().isEmpty()) {
            HeldFolder.open(root, folder).close();
        }
        return folder.under(root).resolve(name);
    }

    @Override
    public void rename(TrackedPath folder, Path temporary, Path name) throws IOException {
        try (HeldFolder held = HeldFolder.open(root, folder)) {
            held.rename(temporary, name);
        }
    }

    @Override
    public void removeFile(TrackedPath folder, Path name) throws IOException {
        try (HeldFolder held = HeldFolder.open(root, folder)) {
            held.removeFile(name);
        }
    }

    @Override
    public void removeFolder(TrackedPath folder, Path name) throws IOException {
        try (HeldFolder held = HeldFolder.open(root, folder)) {
            held.removeFolder(name);
        }
    }

    @Override
    public void removeLeftover(TrackedPath folder, Path temporary) throws IOException {
        Path path = folder.under(root).resolve(temporary);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (HeldFolder held = HeldFolder.open(root, folder)) {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                held.removeFolder(temporary);
            } else {
                held.removeFile(temporary);
            }
        } catch (NoSuchFileException e) {
            // It went between the look and the step, which is as good.
        }
    }

    @Override
    public void makeRoot() throws IOException {
        Files.createDirectory(root);
    }

    @Override
    public void force(TrackedPath folder) throws IOException {
        DurableFolder.force(folder.under(root));
    }
}
