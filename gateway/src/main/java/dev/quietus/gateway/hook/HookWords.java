package dev.quietus.gateway.hook;

import dev.quietus.client.json.JsonObject;

/**
 * A verdict in the words that an agent takes. Claude Code takes a refusal of a call together with
 * the end of the turn; alone, {@code continue: false} lets the call run. Codex takes the refusal
 * only: with any member that it does not know, the whole answer counts as none, and the call runs.
 */
final class HookWords {
    private static final String PRE_TOOL = "PreToolUse";
    private static final String PROMPT = "UserPromptSubmit";

    private HookWords() {}

    /** The answer to an event; an empty object says nothing. */
    static JsonObject of(HookDialect dialect, String event, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Proceed _ -> JsonObject.empty();
            case Verdict.Refuse(String reason) -> refusal(event, reason);
            case Verdict.Halt(String reason) ->
                dialect == HookDialect.CODEX
                        ? refusal(event, reason)
                        : halt(refusal(event, reason), reason);
        };
    }

    private static JsonObject refusal(String event, String reason) {
        return switch (event) {
            case PRE_TOOL ->
                JsonObject.builder()
                        .put(
                                "hookSpecificOutput",
                                JsonObject.builder()
                                        .put("hookEventName", PRE_TOOL)
                                        .put("permissionDecision", "deny")
                                        .put("permissionDecisionReason", reason)
                                        .build())
                        .build();
            case PROMPT ->
                JsonObject.builder()
                        .put("decision", "block")
                        .put("reason", reason)
                        .build();
            default -> JsonObject.empty();
        };
    }

    private static JsonObject halt(JsonObject refusal, String reason) {
        JsonObject.Builder answer = JsonObject.builder();
        refusal.asMap().forEach(answer::put);
        return answer.put("continue", false).put("stopReason", reason).build();
    }
}
