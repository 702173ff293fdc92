package dev.quietus.client.worker;

import dev.quietus.client.FinishFacts;

import java.io.Serial;

/**
 * The work was done, but its result could not be recorded. Nobody may take it for recorded; tell it
 * again with {@link #facts()}, a late result is accepted at any time.
 */
public final class ResultNotRecordedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient FinishFacts facts;

    ResultNotRecordedException(String operation, FinishFacts facts, RuntimeException cause) {
        super(
                "result of " + operation + " (" + facts.outcome().wireName() + ") is not recorded: "
                        + cause.getMessage(),
                cause);
        this.facts = facts;
    }

    /** What is to be recorded. */
    public FinishFacts facts() {
        return facts;
    }
}
