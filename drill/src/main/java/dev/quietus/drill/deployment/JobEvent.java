package dev.quietus.drill.deployment;

import java.util.Locale;

/** What can happen to a preview job; {@link JobState#TRANSITIONS} says when. */
enum JobEvent {
    /** The first phase is over. */
    BUILD_STARTED,
    /** The commit point was passed and the reservation is written. */
    COMMITTED,
    /** The preview is served; the job has nothing left to do. */
    PUBLISHED,
    /** The job stopped before its next phase because it was asked to. */
    CANCEL_HONOURED,
    /** The job ended by itself before the commit point. */
    GIVEN_UP;

    /** The spelling in the journal. */
    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
