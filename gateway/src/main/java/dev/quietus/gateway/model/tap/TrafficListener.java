package dev.quietus.gateway.model.tap;

/** Hears of each tool call and result the first time it passes. Quick, and never throws. */
public interface TrafficListener {

    /** Whether this call is seen for the first time. */
    boolean isNewCall(String id);

    /** Whether this result is seen for the first time. */
    boolean isNewResult(String callId);

    /** A call. */
    void toolCall(ToolCall call);

    /** A result. */
    void toolResult(ToolResult result);
}
