package dev.quietus.verify.agents;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;

/** In the middle of what an agent is when it is stopped. */
enum Situation {
    /** A text that has no end. */
    TEXT_STREAM("""
            "steps": [{"stream": {"interval_ms": 50}}]""", 0),
    /** A shell command with children in the background, in a session of their own, and orphaned. */
    SHELL_TREE("""
            "steps": [{"tools": [{"shell": "sh -c 'trap : TERM; sleep 310 & setsid sleep 311 &\
             (setsid sleep 312 &); touch up; while :; do sleep 0.2; done'"}]}]""", 1),
    /** A call of an MCP server that never answers. */
    MCP_CALL("""
            "steps": [{"tools": [{"mcp": {"tool": "never_answer"}}]}]""", 1),
    /** Two calls in one answer, which the agent runs beside one another: both only read. */
    PARALLEL_CALLS("""
            "steps": [{"tools": [{"shell": "cat one"}, {"shell": "cat two"}]}]""", 2),
    /** Two subagents, each of which runs a command. */
    SUBAGENTS("""
            "match": [
              {"contains": "\\"text\\":\\"first-of-two\\"",
               "step": {"tools": [{"shell": "touch up; sleep 315"}]}},
              {"contains": "\\"text\\":\\"second-of-two\\"",
               "step": {"tools": [{"shell": "touch up2; sleep 316"}]}}],
            "steps": [{"tools": [{"agent": "first-of-two"}, {"agent": "second-of-two"}]},
              {"stream": {"interval_ms": 50}}]""", 2),
    /** A command, with another message of the user behind it. */
    QUEUED_MESSAGE("""
            "steps": [{"tools": [{"shell": "touch up; sleep 317"}]}]""", 1);

    /** Whatever is asked beyond its script would leave a file. */
    private static final String AFTER = """
            , "after": {"tools": [{"shell": "touch after"}]}}""";

    private final String script;
    private final int unknown;

    Situation(String script, int unknown) {
        this.script = script;
        this.unknown = unknown;
    }

    /** What the model answers. */
    JsonObject script() {
        return Json.parseObject("{" + script + AFTER);
    }

    /** How many begun calls a stop in the middle leaves without a known effect. */
    int unknown() {
        return unknown;
    }
}
