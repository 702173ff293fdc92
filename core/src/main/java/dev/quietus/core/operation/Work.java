package dev.quietus.core.operation;

import dev.quietus.core.Text;
import dev.quietus.core.settlement.ProviderName;

import java.time.Instant;
import java.util.Optional;

/**
 * What was asked for; never changed once it is accepted.
 *
 * @param kind the kind of work
 * @param tool the tool it calls
 * @param effects whether it may change something outside
 * @param provider the provider named by the caller, or found by the tool's name
 * @param queue the built-in pull queue it waits in, if any
 * @param idempotencyKey the business operation (default: the operation id)
 * @param argumentsDigest digest of its arguments, as the caller computes it
 * @param expiresAt after this it must not start
 * @param notBefore before this it must not start
 * @param requiresApproval whether a person must say yes first
 */
public record Work(
        OperationKind kind,
        ToolName tool,
        Effects effects,
        Optional<ProviderName> provider,
        Optional<QueueName> queue,
        IdempotencyKey idempotencyKey,
        Optional<String> argumentsDigest,
        Optional<Instant> expiresAt,
        Optional<Instant> notBefore,
        boolean requiresApproval) {
    /**
     * Checks what goes together.
     *
     * @throws IllegalArgumentException when it expires before it may start
     */
    public Work {
        argumentsDigest.ifPresent(digest -> Text.id("arguments_digest", digest));
        if (expiresAt.isPresent()
                && notBefore.isPresent()
                && !notBefore.get().isBefore(expiresAt.get())) {
            throw new IllegalArgumentException(
                    "not_before is not before expires_at, so it could never start");
        }
    }

    /** Work of the given kind and tool with everything else at its default. */
    public static Work of(OperationKind kind, ToolName tool, Effects effects, IdempotencyKey key) {
        return new Work(
                kind,
                tool,
                effects,
                Optional.empty(),
                Optional.empty(),
                key,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }
}
