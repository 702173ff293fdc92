package dev.quietus.core.operation;

import dev.quietus.core.Text;

/**
 * The name of a pull queue from which workers claim operations.
 *
 * @param value 1 to 200 printable ASCII characters without spaces
 */
public record QueueName(String value) implements Comparable<QueueName> {
    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when {@code value} is not an id
     */
    public QueueName {
        Text.id("queue", value);
    }

    @Override
    public int compareTo(QueueName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
