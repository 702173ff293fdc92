package dev.quietus.gateway.model;

import dev.quietus.gateway.model.tap.ToolCall;
import dev.quietus.gateway.model.tap.ToolResult;

/**
 * Hears of tool calls and results as they pass in model traffic, each once. Called by the threads
 * that move bytes: quick, and never throws.
 */
public interface ModelNotes {

    /**
     * A model asked for a tool.
     *
     * @param operationId the model request in whose answer, or history, it stood
     */
    void toolCall(String operationId, ToolCall call);

    /**
     * An agent gave a tool's result to the model.
     *
     * @param operationId the model request in which it stood
     */
    void toolResult(String operationId, ToolResult result);

    /** Hears nothing. */
    static ModelNotes none() {
        return new ModelNotes() {
            @Override
            public void toolCall(String operationId, ToolCall call) {}

            @Override
            public void toolResult(String operationId, ToolResult result) {}
        };
    }
}
