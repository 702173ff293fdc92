package dev.quietus.verify.agents;

/** How an agent is stopped. */
enum Way {
    /** A stop of the run. */
    STOP,
    /** Ctrl-C, twice. */
    CTRL_C_TWICE,
    /** The agent's own process is killed; then the run is stopped. */
    AGENT_KILLED,
    /** The wrapper that has started the agent is killed; then the run is stopped. */
    WRAPPER_KILLED,
    /** {@code quietus run} itself is killed; then the run is stopped. */
    SUPERVISOR_KILLED
}
