package dev.quietus.execution.undo;

import dev.quietus.execution.files.TrackedPath;

/**
 * What an undo came to at one path.
 *
 * @param path where
 * @param outcome what came of it
 * @param why in one clause, for people
 */
public record PathResult(TrackedPath path, Outcome outcome, String why) {
    /** What came of it. */
    public enum Outcome {
        /** What was there before is there again. */
        RESTORED,
        /** What was deleted is there again. */
        RECREATED,
        /** What was created is gone. */
        REMOVED,
        /** What was there before was there already. */
        ALREADY,
        /** Something else is there now and was left alone. */
        CONFLICT,
        /** What was there before can't be had back; nothing was done. */
        NOT_RESTORABLE,
        /** It was tried, and the system refused. */
        FAILED,
        /** The undo ended before it; asking again goes on from here. */
        NOT_REACHED;

        /** Tells whether what was there before is there now. */
        public boolean takenBack() {
            return this == RESTORED || this == RECREATED || this == REMOVED || this == ALREADY;
        }
    }
}
