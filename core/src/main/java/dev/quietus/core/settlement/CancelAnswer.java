package dev.quietus.core.settlement;

import dev.quietus.core.Text;

/** What a provider said when it was asked to cancel; never what became of the effect. */
public sealed interface CancelAnswer {
    /** One word for the record: {@code accepted}, {@code already_ended}, and so on. */
    String word();

    /** What exactly was answered or why there is no answer, in one line. */
    String detail();

    /**
     * The provider took the request.
     *
     * @param detail for example {@code HTTP 202}
     */
    record Accepted(String detail) implements CancelAnswer {
        /** Bounds the text. */
        public Accepted {
            Text.sentence("detail", detail);
        }

        @Override
        public String word() {
            return "accepted";
        }
    }

    /**
     * The provider says that the job has ended already, one way or the other.
     *
     * @param detail for example {@code HTTP 409}
     */
    record AlreadyEnded(String detail) implements CancelAnswer {
        /** Bounds the text. */
        public AlreadyEnded {
            Text.sentence("detail", detail);
        }

        @Override
        public String word() {
            return "already_ended";
        }
    }

    /**
     * The provider knows of no such job, or will not cancel it.
     *
     * @param detail for example {@code HTTP 404}
     */
    record Refused(String detail) implements CancelAnswer {
        /** Bounds the text. */
        public Refused {
            Text.sentence("detail", detail);
        }

        @Override
        public String word() {
            return "refused";
        }
    }

    /**
     * Nothing usable came back, so nothing is known of what the provider did.
     *
     * @param detail why: time-out, connection refused, HTTP 503, a job id that nobody reported
     */
    record NotAnswered(String detail) implements CancelAnswer {
        /** Bounds the text. */
        public NotAnswered {
            Text.sentence("detail", detail);
        }

        @Override
        public String word() {
            return "not_answered";
        }
    }

    /** The provider declares no way to cancel. */
    record Unsupported() implements CancelAnswer {
        @Override
        public String word() {
            return "unsupported";
        }

        @Override
        public String detail() {
            return "the provider declares no cancel";
        }
    }
}
