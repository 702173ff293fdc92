package dev.quietus.core.settlement;

import dev.quietus.core.Text;

/** What came of performing a declared recovery. */
public sealed interface RecoveryAnswer {
    /** What exactly was answered, in one line. */
    String detail();

    /**
     * The provider took the effect back.
     *
     * @param detail for example {@code HTTP 200}
     */
    record Performed(String detail) implements RecoveryAnswer {
        /** Bounds the text. */
        public Performed {
            Text.sentence("detail", detail);
        }
    }

    /**
     * The provider refused, for example because the thing changed since.
     *
     * @param detail for example {@code HTTP 409}
     */
    record Refused(String detail) implements RecoveryAnswer {
        /** Bounds the text. */
        public Refused {
            Text.sentence("detail", detail);
        }
    }

    /**
     * Nothing usable came back; the recovery may or may not have happened.
     *
     * @param detail why
     */
    record NotAnswered(String detail) implements RecoveryAnswer {
        /** Bounds the text. */
        public NotAnswered {
            Text.sentence("detail", detail);
        }
    }
}
