package dev.quietus.core.operation;

import dev.quietus.core.run.RunId;

/**
 * The identity of an operation: its id within its run (PROTOCOL.md section 1).
 *
 * @param run the run that owns it
 * @param operation its id there
 */
public record OperationKey(RunId run, OperationId operation) {
    /** Builds a key from the two written ids. */
    public static OperationKey of(String run, String operation) {
        return new OperationKey(new RunId(run), new OperationId(operation));
    }

    @Override
    public String toString() {
        return run + "/" + operation;
    }
}
