package dev.quietus.ledger;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers to what the commands of one transaction of the store will ask, read before the first of
 * them runs and behind the locks of their trees: nobody else can change what they say until the
 * commit. What the commands themselves write is taken out here at once, and asked for anew. Used by
 * one thread.
 */
final class ReadAhead {
    private final Map<Question, List<@Nullable Object[]>> answers = new HashMap<>();

    /** Takes an answer in. */
    void learn(Question question, List<@Nullable Object[]> rows) {
        answers.put(question, rows);
    }

    /** The answer to exactly this question, where it is known and still holds. */
    Optional<List<@Nullable Object[]>> answer(Template template, Object... values) {
        return answers.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(answers.get(Question.of(template, values)));
    }

    /** Forgets every answer that a row appears in, or could appear in. */
    void touched(Shape<?> shape, @Nullable Object[] row) {
        if (answers.isEmpty()) {
            return;
        }
        if (shape.equals(RunShape.SHAPE)) {
            RunRecords.about(row).forEach(answers::remove);
        } else if (shape.equals(OperationShape.SHAPE)) {
            OperationRecords.about(row).forEach(answers::remove);
        }
        // Nothing of the other tables is read ahead but in_flight, which is written by statements.
    }

    /** Forgets everything, behind a statement that changes rows without naming them. */
    void forget() {
        answers.clear();
    }
}
