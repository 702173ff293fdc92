package dev.quietus.core.authority;

import dev.quietus.core.run.RunId;

/** Who asks, as its token says; never as a request body says. */
public sealed interface Principal {
    /** How the record names it, for example {@code operator:thomas}. */
    String recordName();

    /**
     * The holder of an operator, worker or auditor token.
     *
     * @param role what it may do
     * @param name whose token it is
     */
    record Holder(Token.Role role, String name) implements Principal {
        @Override
        public String recordName() {
            return dev.quietus.core.Wire.of(role) + ":" + name;
        }
    }

    /**
     * An agent with the lease of one run.
     *
     * @param run the run
     */
    record Agent(RunId run) implements Principal {
        @Override
        public String recordName() {
            return "agent:" + run;
        }
    }

    /** Tells whether it is an operator. */
    default boolean operator() {
        return this instanceof Holder holder && holder.role() == Token.Role.OPERATOR;
    }
}
