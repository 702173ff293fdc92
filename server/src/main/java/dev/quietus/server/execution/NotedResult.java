package dev.quietus.server.execution;

import dev.quietus.core.Text;
import dev.quietus.core.Wire;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.operation.Attempt;
import dev.quietus.execution.unit.UnitJournal;

import java.util.Optional;

/** The result of a unit whose supervisor can't tell it any more. */
final class NotedResult {
    private NotedResult() {}

    /** What the supervisor noted before it died; a file is not trusted to be well-formed. */
    static FinishOperation.Report read(UnitJournal.Ended ended) {
        return new FinishOperation.Report(
                word(Attempt.Outcome.class, ended.outcome()).orElse(Attempt.Outcome.FAILED),
                ended.effect().equals("none")
                        ? Attempt.ReportedEffect.ABSENT
                        : word(Attempt.ReportedEffect.class, ended.effect())
                                .orElse(Attempt.ReportedEffect.UNKNOWN),
                Attempt.Sent.NOT_REPORTED,
                Optional.empty(),
                Optional.empty(),
                Optional.of(ended.outputDigest()).filter(NotedResult::isId),
                sentence(ended.error()),
                sentence(ended.detail()));
    }

    private static <E extends Enum<E>> Optional<E> word(Class<E> type, String text) {
        try {
            return Optional.of(Wire.parse("word", type, text));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    private static boolean isId(String text) {
        try {
            return !Text.id("output_digest", text).isEmpty();
        } catch (IllegalArgumentException odd) {
            return false;
        }
    }

    private static Optional<String> sentence(String text) {
        String clean = text.replaceAll("\\p{Cntrl}", " ");
        String fit = clean.length() > Text.MAX_SENTENCE_LENGTH
                ? clean.substring(0, Text.MAX_SENTENCE_LENGTH)
                : clean;
        return fit.isBlank() ? Optional.empty() : Optional.of(fit);
    }
}
