package dev.quietus.execution.undo;

import dev.quietus.execution.files.FileChange;
import dev.quietus.execution.files.FileState;

/**
 * Recognises what an undo that was cut off may have left at a path: each path goes through at most
 * these states on its way back, and nobody else is likely to leave one of them.
 */
final class HalfDone {
    /** The owner may do everything with a folder while things are put back into it. */
    static final int USABLE = 0b111_000_000;

    /** A change of the owner clears the bits that lend rights. */
    private static final int WITHOUT_SPECIAL_BITS = 0b111_111_111;

    private HalfDone() {}

    static boolean of(FileChange change, FileState now) {
        FileState old = change.before().orElseThrow();
        if (old instanceof FileState.Folder && now instanceof FileState.Folder) {
            if (change.path().isRoot() && change.after().isEmpty()) {
                // It is made in its place, since what is around it is not ours.
                return true;
            }
            int mode = now.access().mode();
            return mode == old.access().mode()
                    || mode == (old.access().mode() | USABLE)
                    || change.after()
                            .filter(left -> left.access().mode() == mode)
                            .isPresent();
        }
        return change.after()
                .filter(left -> sameThing(old, left) && sameThing(old, now))
                .filter(left -> between(old.access(), left.access(), now.access()))
                .isPresent();
    }

    /** Only permissions and owner are on their way, which takes two steps. */
    private static boolean sameThing(FileState one, FileState other) {
        var aspects = one.differsFrom(other);
        return !aspects.contains(FileState.Aspect.KIND)
                && !aspects.contains(FileState.Aspect.CONTENT);
    }

    private static boolean between(
            FileState.Access old, FileState.Access left, FileState.Access now) {
        return (now.mode() == old.mode()
                        || now.mode() == left.mode()
                        || now.mode() == (left.mode() & WITHOUT_SPECIAL_BITS))
                && (now.user() == old.user() || now.user() == left.user())
                && (now.group() == old.group() || now.group() == left.group());
    }
}
