package dev.quietus.core.settlement;

import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.run.TreeId;

import java.util.Optional;

/**
 * What a provider is told about the operation it is asked about; all of it may be used in declared
 * templates and is sent as headers, so that the provider's records can be searched by run.
 *
 * @param tree the tree of the run
 * @param key run and operation
 * @param tool the tool that the operation called
 * @param idempotencyKey the business operation
 * @param revocationEpoch the epoch that the work was stamped with
 * @param providerJob the provider's own name of the job, once a worker reported it
 * @param effectId the provider's name of the effect, once an observation showed it
 */
public record ProviderCall(
        TreeId tree,
        OperationKey key,
        ToolName tool,
        IdempotencyKey idempotencyKey,
        long revocationEpoch,
        Optional<String> providerJob,
        Optional<String> effectId) {}
