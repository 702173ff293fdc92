package dev.quietus.drill.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for ledgers, logs and port files, removed at the end unless it was somebody's own. */
public final class Scratch implements AutoCloseable {
    private final Path path;
    private volatile boolean kept;

    private Scratch(Path path, boolean kept) {
        this.path = path;
        this.kept = kept;
    }

    /**
     * A new folder for temporary files, for the owner only.
     *
     * @throws UncheckedIOException when it can't be made
     */
    public static Scratch temporary(String prefix) {
        try {
            return new Scratch(Files.createTempDirectory(prefix).toRealPath(), false);
        } catch (IOException failure) {
            throw new UncheckedIOException("making a temporary folder", failure);
        }
    }

    /**
     * Somebody's own folder, which is made if it is missing and never removed.
     *
     * @throws UncheckedIOException when it can't be made
     * @throws IllegalArgumentException when something lies in it
     */
    public static Scratch at(Path folder) {
        try {
            Files.createDirectories(folder);
            try (Stream<Path> found = Files.list(folder)) {
                if (found.findAny().isPresent()) {
                    throw new IllegalArgumentException(
                            folder + " is not empty: name a folder that is, or none");
                }
            }
            return new Scratch(folder.toRealPath(), true);
        } catch (IOException failure) {
            throw new UncheckedIOException("making the folder " + folder, failure);
        }
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** A folder in it. */
    public Path folder(String name) {
        try {
            return Files.createDirectories(path.resolve(name));
        } catch (IOException failure) {
            throw new UncheckedIOException("making a folder in " + path, failure);
        }
    }

    /** Leaves it where it is, because somebody needs to look into it. */
    public void keep() {
        kept = true;
    }

    /** Whether it stays when this is closed. */
    public boolean isKept() {
        return kept;
    }

    /** Removes it unless it is kept; what can't be removed stays. */
    @Override
    public void close() {
        if (kept || !Files.exists(path)) {
            return;
        }
        try (Stream<Path> found = Files.walk(path)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException stays) {
            System.getLogger(Scratch.class.getName())
                    .log(System.Logger.Level.WARNING, "removing " + path, stays);
        }
    }
}
