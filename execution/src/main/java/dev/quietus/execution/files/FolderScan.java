package dev.quietus.execution.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Walks a folder, every folder before what is in it and names in their order, and hands each thing
 * it meets to a visitor. Links are not followed, other file systems not entered, and what can't be
 * looked at is named.
 */
final class FolderScan {
    private static final int MAX_DEPTH = 1_000;

    private final Path root;
    private final Visitor visitor;
    private final ScanWatch watch;
    private final int maxEntries;
    private final long device;

    /** Hears what is there. */
    interface Visitor {
        /** A folder, link or special thing is there. */
        void found(TrackedPath path, FileState state) throws IOException;

        /** A regular file is there. */
        void file(TrackedPath path, Path file, FileAttributes seen, Territory territory)
                throws IOException, ScanWatch.Ended;

        /** These names, and no others, are in a folder. */
        void listed(TrackedPath folder, Set<String> names);

        /** A name that was listed is not there any more. */
        void vanished(TrackedPath path);

        /** Something can't be looked at. */
        void notCovered(NotCovered notCovered);
    }

    /** More paths than allowed. */
    static final class TooMany extends IOException {
        private static final long serialVersionUID = 1L;

        TooMany(String message) {
            super(message);
        }
    }

    private FolderScan(
            Path root, Visitor visitor, ScanWatch watch, int maxEntries, FileAttributes top) {
        this.root = root;
        this.visitor = visitor;
        this.watch = watch;
        this.maxEntries = maxEntries;
        this.device = top.stamp().device();
    }

    /**
     * Walks a folder.
     *
     * @throws IOException if the visitor throws it, or the folder itself is not there
     * @throws TooMany if it has more entries than allowed
     * @throws ScanWatch.Ended if the watch ends it
     */
    static void walk(Path root, int maxEntries, ScanWatch watch, Visitor visitor)
            throws IOException, ScanWatch.Ended {
        FileAttributes top = FileAttributes.of(root);
        FolderScan scan = new FolderScan(root, visitor, watch, maxEntries, top);
        scan.visit(TrackedPath.ROOT, root, Optional.empty());
        watch.done();
    }

    private void visit(TrackedPath path, Path at, Optional<String> repository)
            throws IOException, ScanWatch.Ended {
        watch.entry(path);
        if (watch.entries() > maxEntries) {
            throw new TooMany(root + " has more than " + maxEntries + " entries");
        }
        FileAttributes seen;
        try {
            seen = FileAttributes.of(at);
        } catch (NoSuchFileException e) {
            visitor.vanished(path);
            return;
        } catch (IOException e) {
            visitor.notCovered(new NotCovered(path, "it can't be looked at: " + reason(e)));
            return;
        }
        switch (seen.type()) {
            case FILE -> visitor.file(path, at, seen, Territory.of(repository));
            case FOLDER -> folder(path, at, seen, repository);
            case LINK -> link(path, at, seen);
            case SPECIAL -> {
                visitor.found(path, new FileState.Special(seen.access(), seen.stamp()));
                visitor.notCovered(new NotCovered(
                        path, "it is a pipe, socket or device: named, and never opened"));
            }
        }
    }

    private void link(TrackedPath path, Path at, FileAttributes seen) throws IOException {
        String target;
        try {
            target = NameText.encodeTarget(Files.readSymbolicLink(at));
        } catch (IOException | IllegalArgumentException e) {
            visitor.notCovered(new NotCovered(path, "the link can't be read: " + reason(e)));
            return;
        }
        visitor.found(path, new FileState.Link(target, seen.access()));
    }

    private void folder(TrackedPath path, Path at, FileAttributes seen, Optional<String> repository)
            throws IOException, ScanWatch.Ended {
        visitor.found(path, new FileState.Folder(seen.access()));
        if (seen.stamp().device() != device) {
            visitor.notCovered(new NotCovered(path, "another file system is mounted here"));
            return;
        }
        if (path.depth() >= MAX_DEPTH) {
            visitor.notCovered(new NotCovered(path, "folders are nested too deeply"));
            return;
        }
        Optional<Map<String, Path>> listed = list(path, at, seen);
        if (listed.isEmpty()) {
            return;
        }
        Set<String> names = new TreeSet<>(listed.get().keySet());
        visitor.listed(path, names);
        Optional<String> inside = repository.isEmpty() && Territory.isRepository(names)
                ? Optional.of("")
                : repository;
        for (var entry : listed.get().entrySet()) {
            String name = entry.getKey();
            visit(
                    path.child(name),
                    at.resolve(entry.getValue()),
                    inside.map(before -> before.isEmpty() ? name : before + "/" + name));
        }
    }

    /** Empty if the folder can't be listed, or was exchanged for another while it was. */
    private Optional<Map<String, Path>> list(TrackedPath path, Path at, FileAttributes seen) {
        Map<String, Path> names = new TreeMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(at)) {
            for (Path entry : entries) {
                Path name = entry.getFileName();
                try {
                    names.put(NameText.encode(name), name);
                } catch (IllegalArgumentException e) {
                    visitor.notCovered(new NotCovered(path, "a name in it has no spelling"));
                }
                if (names.size() > maxEntries) {
                    break;
                }
            }
            if (!FileAttributes.of(at).stamp().sameThing(seen.stamp())) {
                visitor.notCovered(
                        new NotCovered(path, "another folder took its place while it was listed"));
                return Optional.empty();
            }
            return Optional.of(names);
        } catch (NoSuchFileException e) {
            visitor.notCovered(new NotCovered(path, "it vanished while it was listed"));
        } catch (IOException e) {
            visitor.notCovered(new NotCovered(path, "it can't be listed: " + reason(e)));
        } catch (DirectoryIteratorException e) {
            visitor.notCovered(new NotCovered(path, "it can't be listed: " + reason(e)));
        }
        return Optional.empty();
    }

    /** The reason of a failure for people, without the path, which stands beside it. */
    static String reason(Exception e) {
        if (e instanceof DirectoryIteratorException && e.getCause() instanceof IOException cause) {
            return reason(cause);
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileSystemException failure && failure.getReason() != null) {
            return failure.getReason();
        }
        return e.getClass().getSimpleName();
    }
}
