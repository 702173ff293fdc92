package dev.quietus.cli.view;

import java.time.Instant;
import java.util.Optional;

/**
 * One of the four meanings of stopped, as it is shown.
 *
 * @param sign how far it is
 * @param name dispatch, generation, queued work or effects
 * @param words what that means now
 * @param passing what changes from second to second, such as the time left; empty: nothing
 * @param at since when, once it is reached
 */
public record Lamp(Sign sign, String name, String words, String passing, Optional<Instant> at) {

    /** The same without what changes from second to second. */
    public Lamp withoutPassing() {
        return new Lamp(sign, name, words, "", at);
    }

    static Lamp reached(String name, String words, Optional<Instant> at) {
        return new Lamp(Sign.REACHED, name, words, "", at);
    }

    static Lamp open(Sign sign, String name, String words) {
        return new Lamp(sign, name, words, "", Optional.empty());
    }
}
