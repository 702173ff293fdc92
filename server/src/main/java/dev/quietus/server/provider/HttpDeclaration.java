package dev.quietus.server.provider;

import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.settlement.ProviderName;
import dev.quietus.core.settlement.ProviderProfile;
import dev.quietus.core.settlement.RecoveryPath;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All that is declared of one provider of type {@code http}.
 *
 * @param name its name
 * @param tools the tools whose operations it does
 * @param baseUrl scheme, host, port and path prefix, without a slash at the end
 * @param headers sent on every call
 * @param cancel how it is asked to cancel
 * @param observe how it is asked what it shows
 * @param undo how an effect is taken back
 * @param quietPeriod how long nothing may move before its part of a stop counts as quiet
 * @param settleTimeout how long an outcome may be looked for before it is called unknown
 * @param reobserveInterval how often an unknown outcome is looked at again
 * @param reconcileOwner who holds its unknowns
 * @param fencesEpoch whether it refuses work of a stale revocation epoch by itself
 * @param idempotencyRetention how long it remembers an idempotency key
 * @param idempotentCancel whether a cancel may be asked for more than once
 */
record HttpDeclaration(
        ProviderName name,
        List<CapabilityPattern> tools,
        String baseUrl,
        FixedHeaders headers,
        Optional<CancelDeclaration> cancel,
        Optional<ObserveDeclaration> observe,
        Optional<UndoDeclaration> undo,
        Duration quietPeriod,
        Duration settleTimeout,
        Duration reobserveInterval,
        Optional<String> reconcileOwner,
        boolean fencesEpoch,
        Optional<Duration> idempotencyRetention,
        boolean idempotentCancel) {
    HttpDeclaration {
        tools = List.copyOf(tools);
    }

    /** What of it the core needs to know. */
    ProviderProfile profile() {
        return new ProviderProfile(
                name,
                tools,
                quietPeriod,
                settleTimeout,
                reobserveInterval,
                reconcileOwner,
                cancel.isPresent(),
                observe.isPresent(),
                observe.flatMap(ObserveDeclaration::ended).isPresent(),
                idempotentCancel,
                fencesEpoch,
                undo.map(HttpDeclaration::recovery));
    }

    private static RecoveryPath recovery(UndoDeclaration undo) {
        RequestDeclaration request = undo.request();
        return new RecoveryPath(request.method() + " " + request.path().source(), undo.owner());
    }
}
