package dev.quietus.cli.run;

import dev.quietus.client.ExpectedEffects;

import java.util.Arrays;

/** The agents that are known by the name of their program. */
public enum KnownAgent {
    /** Claude Code: model API, MCP servers and built-in tools are put behind Quietus. */
    CLAUDE("claude", true),
    /** Codex: the same. */
    CODEX("codex", true),
    /** opencode: model API and MCP servers; its built-in tools have no hooks. */
    OPENCODE("opencode", false),
    /** Gemini CLI: the same. */
    GEMINI("gemini", false),
    /** Anything else: it finds the addresses in its environment. */
    OTHER("", false);

    private final String program;
    private final boolean toolsAsk;

    KnownAgent(String program, boolean toolsAsk) {
        this.program = program;
        this.toolsAsk = toolsAsk;
    }

    /** Which agent a program is, by the last part of its path. */
    static KnownAgent of(String program) {
        String base = program.substring(
                Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
        return Arrays.stream(values())
                .filter(each -> !each.program.isEmpty() && each.program.equals(base))
                .findFirst()
                .orElse(OTHER);
    }

    /**
     * What the agent's own process may change beside what its tools ask for: nothing where each
     * built-in tool asks first, and anything where they don't.
     */
    ExpectedEffects effects() {
        return toolsAsk ? ExpectedEffects.NONE : ExpectedEffects.EXPECTED;
    }
}
