package dev.quietus.gateway.run;

import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.OperationRequest;

import java.util.Objects;
import java.util.Optional;

/**
 * One piece of work that wants to pass a gateway.
 *
 * @param operationId its id in the run, 1 to 200 printable ASCII characters without spaces
 * @param tool what is called, such as {@code deployment.reserve_preview}
 * @param kind {@code tool_call}, {@code model_request} or another kind of the API
 * @param effects whether it changes anything outside
 * @param provider the declared provider that knows its effects
 * @param argumentsDigest the digest of its arguments, such as {@code sha256:…}
 * @param idempotencyKey names the business operation; else the operation's id does
 */
public record GatewayWork(
        String operationId,
        String tool,
        String kind,
        ExpectedEffects effects,
        Optional<String> provider,
        Optional<String> argumentsDigest,
        Optional<String> idempotencyKey) {

    /** Checks that no part is missing. */
    public GatewayWork {
        Objects.requireNonNull(operationId, "operationId");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(effects, "effects");
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(argumentsDigest, "argumentsDigest");
        Objects.requireNonNull(idempotencyKey, "idempotencyKey");
    }

    /** Work of which nothing else is known. */
    public static GatewayWork of(
            String operationId, String tool, String kind, ExpectedEffects effects) {
        return new GatewayWork(
                operationId,
                tool,
                kind,
                effects,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The same with the provider that knows its effects. */
    public GatewayWork withProvider(String name) {
        return new GatewayWork(
                operationId,
                tool,
                kind,
                effects,
                Optional.of(name),
                argumentsDigest,
                idempotencyKey);
    }

    /** The same with the digest of its arguments. */
    public GatewayWork withArgumentsDigest(String digest) {
        return new GatewayWork(
                operationId, tool, kind, effects, provider, Optional.of(digest), idempotencyKey);
    }

    OperationRequest request(String runId) {
        OperationRequest.Builder request =
                OperationRequest.builder(runId, operationId, tool).kind(kind).effects(effects);
        provider.ifPresent(request::provider);
        argumentsDigest.ifPresent(request::argumentsDigest);
        idempotencyKey.ifPresent(request::idempotencyKey);
        return request.build();
    }
}
