package dev.quietus.ledger;

import java.util.List;

/**
 * A statement that reads, with its values: asked again in one transaction it has the same answer,
 * as long as nothing is written that touches it. Immutable.
 *
 * @param template the statement
 * @param values its values, in their order
 */
record Question(Template template, List<Object> values) {
    static Question of(Template template, Object... values) {
        return new Question(template, List.of(values));
    }
}
