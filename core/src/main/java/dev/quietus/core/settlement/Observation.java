package dev.quietus.core.settlement;

import dev.quietus.core.Text;

import java.util.Optional;

/** What an authoritative system showed of an operation's effect when it was asked once. */
public sealed interface Observation {
    /** One word for the record: {@code present}, {@code none} or {@code not_known}. */
    String word();

    /** What exactly was seen, in one line. */
    String detail();

    /** What the same look showed of the job itself. */
    JobState job();

    /** Whether it shows nothing, and looking on for a while can't show more. */
    default boolean lasting() {
        return false;
    }

    /**
     * The effect is there.
     *
     * @param effectId the provider's name of it, where the answer had one
     * @param digest SHA-256 of the part of the answer that matched, lower-case hex
     * @param job what was seen of the job
     * @param detail what was seen
     */
    record Present(Optional<String> effectId, String digest, JobState job, String detail)
            implements Observation {
        /** Bounds the texts. */
        public Present {
            effectId.ifPresent(id -> Text.id("effect_id", id));
            Text.sentence("detail", detail);
        }

        @Override
        public String word() {
            return "present";
        }
    }

    /**
     * The system answered and showed no effect; whether one may still come depends on the job.
     *
     * @param job what was seen of the job
     * @param detail what was seen
     */
    record Absent(JobState job, String detail) implements Observation {
        /** Bounds the text. */
        public Absent {
            Text.sentence("detail", detail);
        }

        @Override
        public String word() {
            return "none";
        }
    }

    /**
     * Nothing usable was seen: time-out, error, unparsable, redirect, or no way to look.
     *
     * @param retryAfterSeconds how long the system asked to be left alone, 0 for nothing said
     * @param detail why it is not known
     * @param lasting whether looking on for a while can't show more: who could have known has ended
     */
    record NotKnown(long retryAfterSeconds, String detail, boolean lasting) implements Observation {
        /** Bounds the text. */
        public NotKnown {
            Text.sentence("detail", detail);
        }

        /** The next look may show more. */
        public NotKnown(long retryAfterSeconds, String detail) {
            this(retryAfterSeconds, detail, false);
        }

        @Override
        public String word() {
            return "not_known";
        }

        @Override
        public JobState job() {
            return JobState.NOT_SHOWN;
        }
    }

    /** What an observation showed of the job that does the work. */
    enum JobState {
        /** The provider has no way to show it, or did not. */
        NOT_SHOWN,
        /** The provider knows the job and does not say that it has ended. */
        SEEN,
        /** The provider showed that the job has ended: nothing more comes from it. */
        ENDED
    }
}
