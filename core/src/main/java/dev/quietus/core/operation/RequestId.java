package dev.quietus.core.operation;

import dev.quietus.core.Text;

/**
 * The marker of one request, so that asking again gets the same answer.
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record RequestId(String value) implements Comparable<RequestId> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public RequestId {
        Text.id("request_id", value);
    }

    @Override
    public int compareTo(RequestId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
