package dev.quietus.gateway.hook;

import java.util.Objects;

/**
 * The proven end of an agent with everything that it started.
 *
 * @param stopped whether it was ended because its run was stopped or its end was asked for
 * @param words what is known of it, for people
 */
public record AgentEnd(boolean stopped, String words) {
    /** Checks that no part is missing. */
    public AgentEnd {
        Objects.requireNonNull(words, "words");
    }
}
