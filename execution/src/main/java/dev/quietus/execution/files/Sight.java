package dev.quietus.execution.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks at single paths of the tracked folder as they are now. A file is always read, whatever its
 * times say; a link in place of a folder above is seen and not followed. Used by one thread.
 */
public final class Sight {
    private final Path root;
    private final ScanWatch watch;
    private final FileContent content;

    /**
     * Looks at a folder.
     *
     * @param root the tracked folder
     * @param limit how long all looking together may take
     */
    public Sight(Path root, Duration limit) {
        this.root = root;
        this.watch = new ScanWatch(limit, ScanProgress.SILENT);
        this.content = new FileContent(watch);
    }

    /** What was seen. */
    public sealed interface Seen {
        /** Nothing is there, in a folder that is. */
        record Nothing() implements Seen {}

        /**
         * Something is there.
         *
         * @param state what
         */
        record There(FileState state) implements Seen {}

        /**
         * What should be a folder above it is none, so nothing can be there.
         *
         * @param link whether a link is there instead, through which something may be reached
         * @param why in one clause
         */
        record NoFolder(boolean link, String why) implements Seen {}

        /**
         * It can't be told.
         *
         * @param why in one clause
         */
        record Unclear(String why) implements Seen {}
    }

    /** The time for looking is over, or the thread was interrupted. */
    public static final class Over extends Exception {
        private static final long serialVersionUID = 1L;

        Over(ScanWatch.Ended cause) {
            super(cause.getMessage(), cause);
        }
    }

    /**
     * Looks at one path.
     *
     * @throws Over if the time is over
     */
    public Seen look(TrackedPath path) throws Over {
        try {
            watch.entry(path);
            Optional<Seen> wrong = path.isRoot() ? Optional.empty() : folderAbove(path);
            return wrong.isPresent() ? wrong.get() : there(path, path.under(root));
        } catch (NoSuchFileException e) {
            return new Seen.Nothing();
        } catch (IOException e) {
            return new Seen.Unclear("it can't be looked at: " + FolderScan.reason(e));
        } catch (ScanWatch.Ended e) {
            throw new Over(e);
        }
    }

    /** Says what is wrong with the folders above; empty if they are folders. */
    private Optional<Seen> folderAbove(TrackedPath path) throws IOException {
        TrackedPath above = path.parent();
        if (!above.isRoot()) {
            Optional<Seen> higher = folderAbove(above);
            if (higher.isPresent()) {
                return higher;
            }
        }
        String called = above.isRoot() ? "the tracked folder" : "its folder " + above;
        try {
            return switch (FileAttributes.of(above.under(root)).type()) {
                case FOLDER -> Optional.empty();
                case LINK ->
                    Optional.of(new Seen.NoFolder(
                            true, called + " is a link now, and is not followed"));
                case FILE, SPECIAL ->
                    Optional.of(new Seen.NoFolder(false, called + " is no folder any more"));
            };
        } catch (NoSuchFileException e) {
            return Optional.of(new Seen.NoFolder(false, called + " is not there any more"));
        }
    }

    private Seen there(TrackedPath path, Path at) throws IOException, ScanWatch.Ended {
        FileAttributes seen = FileAttributes.of(at);
        return new Seen.There(
                switch (seen.type()) {
                    case FOLDER -> new FileState.Folder(seen.access());
                    case LINK ->
                        new FileState.Link(
                                NameText.encodeTarget(Files.readSymbolicLink(at)), seen.access());
                    case SPECIAL -> new FileState.Special(seen.access(), seen.stamp());
                    case FILE -> file(path, at, seen);
                });
    }

    private FileState file(TrackedPath path, Path at, FileAttributes seen)
            throws IOException, ScanWatch.Ended {
        FileContent.Reading reading = content.read(path, at, seen, Optional.empty());
        return SnapshotTaking.regular(
                reading.attributes(),
                Optional.of(reading.sha256()),
                new Keeping.NotKept(Keeping.Reason.AFTERWARDS));
    }

    /**
     * The names in a folder, as they are spelled in paths.
     *
     * @throws IOException if they can't be had, or one of them has no spelling
     */
    public Set<String> names(TrackedPath folder) throws IOException {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.under(root))) {
            for (Path entry : entries) {
                names.add(NameText.encode(entry.getFileName()));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (IllegalArgumentException e) {
            throw new IOException(e);
        }
        return names;
    }
}
