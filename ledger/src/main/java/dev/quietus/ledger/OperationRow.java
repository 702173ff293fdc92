package dev.quietus.ledger;

import dev.quietus.core.operation.Operation;

/**
 * An operation with its place in the order of acceptance, by which lists of operations go on.
 *
 * @param position larger is newer
 * @param operation the operation
 */
public record OperationRow(long position, Operation operation) {}
