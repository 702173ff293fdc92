package dev.quietus.verify.agents;

import org.junit.jupiter.api.Order;

/**
 * Codex, stopped in the middle of whatever it does, in every way. {@code codex exec} takes no
 * messages behind the first; a queued one is said to {@code codex app-server}, as its extensions of
 * editors do ({@code turn/steer}).
 */
@Order(5) // It takes long: the others fill up behind it.
final class CodexStopTest extends AgentStopContract {
    CodexStopTest() {
        super(Cell.Agent.CODEX);
    }

    @Override
    boolean has(Way way) {
        return true;
    }
}
