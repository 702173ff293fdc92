package dev.quietus.verify.agents;

/**
 * One cell of the table: an agent, stopped in a way, in the middle of something.
 *
 * @param agent the agent
 * @param situation in the middle of what
 * @param way how
 */
record Cell(Agent agent, Situation situation, Way way) {
    /** The agents. */
    enum Agent {
        /** Claude Code. */
        CLAUDE,
        /** Codex. */
        CODEX
    }

    /** Whether there is a wrapper between {@code quietus run} and the agent. */
    boolean wrapped() {
        return way == Way.WRAPPER_KILLED;
    }

    @Override
    public String toString() {
        return situation + ", " + way;
    }
}
