package dev.quietus.core.operation;

/** What kind of work an operation is; all kinds obey the same rules. */
public enum OperationKind {
    /** A call of a tool, over MCP, a hook or HTTP. */
    TOOL_CALL,
    /** A message in a queue. */
    MESSAGE,
    /** A scheduled retry: queued authority in another form. */
    RETRY,
    /** A timer or a delayed continuation. */
    TIMER,
    /** An awaited callback; it begins when the callback arrives. */
    CALLBACK,
    /** A request to a model. */
    MODEL_REQUEST,
    /** A local command with everything that it starts. */
    LOCAL_COMMAND,
    /** A declared recovery of a completed effect; it always awaits a person's approval. */
    RECOVERY
}
