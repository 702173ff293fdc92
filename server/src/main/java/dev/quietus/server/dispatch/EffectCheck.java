package dev.quietus.server.dispatch;

import dev.quietus.core.operation.Operation;
import dev.quietus.core.settlement.Observation;

import java.util.Optional;

/** Whether an effect may be taken back, from what its provider shows of it just now. */
final class EffectCheck {
    private static final String DIGEST = "sha256:";

    private EffectCheck() {}

    /** The spelling of an effect's digest, to which an undo is bound. */
    static Optional<String> digest(Observation seen) {
        return seen instanceof Observation.Present present
                ? Optional.of(DIGEST + present.digest())
                : Optional.empty();
    }

    /**
     * Why it may not be; empty if it may.
     *
     * @param effect the operation whose effect it is
     * @param seen what its provider shows now
     */
    static Optional<String> against(Operation effect, Observation seen) {
        return switch (seen) {
            case Observation.NotKnown(var _, String detail, var _) ->
                Optional.of("the effect can't be looked at now: " + detail);
            case Observation.Absent(var _, String detail) ->
                Optional.of("the effect is not there any more: " + detail);
            case Observation.Present present ->
                effect.effectId().isPresent()
                                && present.effectId().isPresent()
                                && !effect.effectId().equals(present.effectId())
                        ? Optional.of("the provider shows another effect now: "
                                + present.effectId().get() + " instead of "
                                + effect.effectId().get())
                        : Optional.empty();
        };
    }

    /**
     * The same, for an undo that is bound to the effect as it was when it was opened.
     *
     * @param undo the operation that would take it back
     */
    static Optional<String> against(Operation undo, Operation effect, Observation seen) {
        Optional<String> bound = undo.work()
                .argumentsDigest()
                .filter(digest -> digest.startsWith(DIGEST)
                        && !undo.work().argumentsDigest().equals(effect.work().argumentsDigest()));
        return against(effect, seen)
                .or(() -> bound.filter(digest -> !digest(seen).equals(Optional.of(digest)))
                        .map(_ -> "the effect was changed since: " + seen.detail()));
    }
}
