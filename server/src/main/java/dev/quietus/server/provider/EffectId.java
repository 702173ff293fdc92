package dev.quietus.server.provider;

import dev.quietus.core.settlement.ProviderCall;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the provider's own name of an effect is read out of the answer that showed it. */
final class EffectId {
    private EffectId() {}

    /**
     * Reads the name: by the declared expression, which begins with {@code $} for the whole answer
     * and with {@code @} for the first match; else from the member {@code effect_id} or {@code id}
     * of the first match. Empty where there is none that is an id: it comes from outside.
     */
    static Optional<String> in(
            Optional<PathExpression> declared,
            ProviderCall call,
            @Nullable Object answer,
            Finding.Found found) {
        @Nullable Object first = found.items().getFirst();
        if (declared.isEmpty()) {
            return first instanceof Map<?, ?> match
                    ? id(match.get("effect_id")).or(() -> id(match.get("id")))
                    : Optional.empty();
        }
        PathExpression expression = declared.get();
        return switch (expression.find(call, expression.isRelative() ? first : answer)) {
            case Finding.Found name -> id(name.items().getFirst());
            case Finding.Nothing _, Finding.Failed _ -> Optional.empty();
        };
    }

    private static Optional<String> id(@Nullable Object value) {
        return switch (value) {
            case String text when Template.isId(text) -> Optional.of(text);
            case Integer number -> Optional.of(number.toString());
            case Long number -> Optional.of(number.toString());
            case BigInteger number
            when Template.isId(number.toString()) -> Optional.of(number.toString());
            case null, default -> Optional.empty();
        };
    }
}
