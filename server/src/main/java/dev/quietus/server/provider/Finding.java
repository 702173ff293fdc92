package dev.quietus.server.provider;

import java.util.List;

/** What an expression found in one answer. */
sealed interface Finding {
    /**
     * Something.
     *
     * @param part the matched part of the answer
     * @param items the single matches in it, at least one; an item may be a JSON null
     */
    record Found(Object part, List<Object> items) implements Finding {}

    /**
     * Nothing: a missing path, null, or an empty list.
     *
     * @param emptyList whether the path leads to a list that is there and empty
     */
    record Nothing(boolean emptyList) implements Finding {}

    /**
     * The expression cannot be applied to this answer.
     *
     * @param why in one line
     */
    record Failed(String why) implements Finding {}
}
