package dev.quietus.execution.files;

import java.util.Optional;
import java.util.Set;

/** What a command did to one path. */
public sealed interface FileChange {
    /** Where. */
    TrackedPath path();

    /**
     * Nothing was there before.
     *
     * @param path where
     * @param now what was left
     */
    record Created(TrackedPath path, FileState now) implements FileChange {}

    /**
     * Nothing was left.
     *
     * @param path where
     * @param old what was there before
     */
    record Deleted(TrackedPath path, FileState old) implements FileChange {}

    /**
     * Something else was left.
     *
     * @param path where
     * @param old what was there before
     * @param now what was left
     * @param aspects in what they differ, not empty
     */
    record Changed(TrackedPath path, FileState old, FileState now, Set<FileState.Aspect> aspects)
            implements FileChange {}

    /** What was there before; empty if nothing was. */
    default Optional<FileState> before() {
        return switch (this) {
            case Created _ -> Optional.empty();
            case Deleted(var _, var old) -> Optional.of(old);
            case Changed(var _, var old, var _, var _) -> Optional.of(old);
        };
    }

    /** What was left; empty if nothing was. */
    default Optional<FileState> after() {
        return switch (this) {
            case Created(var _, var now) -> Optional.of(now);
            case Deleted _ -> Optional.empty();
            case Changed(var _, var _, var now, var _) -> Optional.of(now);
        };
    }
}
