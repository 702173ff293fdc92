package dev.quietus.core.barrier;

import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;

import java.time.Instant;

/**
 * One operation that had begun and was not settled when a stop came.
 *
 * @param operation as it is now
 * @param stateAtBarrier its execution state when the barrier took it in
 * @param capturedAt when that was
 */
public record InFlight(Operation operation, ExecutionState stateAtBarrier, Instant capturedAt) {}
