package dev.quietus.drill.deployment;

import dev.quietus.client.json.JsonBoolean;
import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Some behaviours together. A behaviour that is set to off is something else than one that is not
 * set: off for a run outweighs on for everybody.
 *
 * @param settings the behaviours that are set, to an amount (1 for a switch) or to off (empty)
 */
public record Behaviours(Map<Behaviour, OptionalLong> settings) {

    /**
     * Checks the amounts.
     *
     * @throws IllegalArgumentException when an amount is outside the behaviour's bounds
     */
    public Behaviours {
        EnumMap<Behaviour, OptionalLong> copy = new EnumMap<>(Behaviour.class);
        settings.forEach((behaviour, amount) -> {
            if (amount.isPresent()
                    && (amount.getAsLong() < 0 || amount.getAsLong() > behaviour.max())) {
                throw new IllegalArgumentException("%s must be from 0 to %d, found %d"
                        .formatted(behaviour.wire(), behaviour.max(), amount.getAsLong()));
            }
            copy.put(behaviour, amount);
        });
        settings = Collections.unmodifiableMap(copy);
    }

    /** Nothing set: the service behaves. */
    public static Behaviours none() {
        return new Behaviours(Map.of());
    }

    /** These with a switch turned on. */
    public Behaviours with(Behaviour behaviour) {
        if (behaviour.form() != Behaviour.Form.SWITCH) {
            throw new IllegalArgumentException(behaviour.wire() + " needs an amount");
        }
        return with(behaviour, 1);
    }

    /** These with an amount set. */
    public Behaviours with(Behaviour behaviour, long amount) {
        return set(behaviour, OptionalLong.of(amount));
    }

    /** These with a behaviour turned off. */
    public Behaviours without(Behaviour behaviour) {
        return set(behaviour, OptionalLong.empty());
    }

    /** These where they are set, else the others. */
    Behaviours over(Behaviours others) {
        EnumMap<Behaviour, OptionalLong> both = new EnumMap<>(Behaviour.class);
        both.putAll(others.settings);
        both.putAll(settings);
        return new Behaviours(both);
    }

    /** Tells whether a switch is on. */
    boolean on(Behaviour behaviour) {
        return amount(behaviour).orElse(0) > 0;
    }

    /** The amount of a behaviour that is on. */
    OptionalLong amount(Behaviour behaviour) {
        return settings.getOrDefault(behaviour, OptionalLong.empty());
    }

    /** The amount as milliseconds. */
    Optional<Duration> millis(Behaviour behaviour) {
        OptionalLong amount = amount(behaviour);
        return amount.isPresent()
                ? Optional.of(Duration.ofMillis(amount.getAsLong()))
                : Optional.empty();
    }

    /**
     * Reads behaviours: {@code true} or {@code false} for a switch, a whole number or {@code false}
     * for an amount.
     *
     * @throws IllegalArgumentException when a name is unknown or a value does not fit
     */
    static Behaviours parse(JsonObject json) {
        EnumMap<Behaviour, OptionalLong> read = new EnumMap<>(Behaviour.class);
        json.asMap().forEach((name, value) -> {
            Behaviour behaviour = Behaviour.ofWire(name)
                    .orElseThrow(() -> new IllegalArgumentException("no such behaviour: " + name));
            read.put(behaviour, setting(behaviour, value));
        });
        return new Behaviours(read);
    }

    /** The form that {@link #parse} reads. */
    JsonObject json() {
        JsonObject.Builder json = JsonObject.builder();
        settings.forEach((behaviour, amount) -> {
            if (behaviour.form() == Behaviour.Form.AMOUNT && amount.isPresent()) {
                json.put(behaviour.wire(), amount.getAsLong());
            } else {
                json.put(behaviour.wire(), amount.orElse(0) > 0);
            }
        });
        return json.build();
    }

    private Behaviours set(Behaviour behaviour, OptionalLong amount) {
        EnumMap<Behaviour, OptionalLong> changed = new EnumMap<>(Behaviour.class);
        changed.putAll(settings);
        changed.put(behaviour, amount);
        return new Behaviours(changed);
    }

    private static OptionalLong setting(Behaviour behaviour, JsonValue value) {
        return switch (value) {
            case JsonBoolean(boolean on) when !on -> OptionalLong.empty();
            case JsonBoolean _ when behaviour.form() == Behaviour.Form.SWITCH -> OptionalLong.of(1);
            case JsonNumber number
            when behaviour.form() == Behaviour.Form.AMOUNT && number.longValue().isPresent() ->
                number.longValue();
            default ->
                throw new IllegalArgumentException("%s takes %s, found %s"
                        .formatted(
                                behaviour.wire(),
                                behaviour.form() == Behaviour.Form.SWITCH
                                        ? "true or false"
                                        : "a whole number or false",
                                value));
        };
    }
}
