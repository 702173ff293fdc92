package dev.quietus.gateway.hook;

/** What an agent is told. */
sealed interface Verdict {

    /** Go on: nothing is said that would change what the agent itself decides. */
    record Proceed() implements Verdict {}

    /**
     * Not this one; the turn goes on.
     *
     * @param reason why, for the model and for people
     */
    record Refuse(String reason) implements Verdict {}

    /**
     * Nothing of this run any more: the turn is to end.
     *
     * @param reason why, for the model and for people
     */
    record Halt(String reason) implements Verdict {}
}
