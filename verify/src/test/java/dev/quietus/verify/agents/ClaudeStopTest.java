package dev.quietus.verify.agents;

import org.junit.jupiter.api.Order;

/**
 * Claude Code, stopped in the middle of whatever it does, in every way. It is one program: there is
 * no wrapper to be killed.
 */
@Order(6) // It takes long: the others fill up behind it.
final class ClaudeStopTest extends AgentStopContract {
    ClaudeStopTest() {
        super(Cell.Agent.CLAUDE);
    }

    @Override
    boolean has(Way way) {
        return way != Way.WRAPPER_KILLED;
    }
}
