package dev.quietus.gateway.mcp.message;

import java.util.Optional;

/**
 * Why bytes are no message.
 *
 * @param code the code of JSON-RPC
 * @param id the id of the request that can't be read, where that much is known
 * @param why what is wrong, for people; without any content
 */
public record MessageFault(int code, Optional<MessageId> id, String why) {
    /** It is no JSON. */
    public static final int NO_JSON = -32700;

    /** It is no message of JSON-RPC. */
    public static final int NO_MESSAGE = -32600;

    /** There is no such method. */
    public static final int NO_METHOD = -32601;

    /** The parameters are wrong. */
    public static final int BAD_PARAMS = -32602;

    /** What the gateway itself refuses or can't do. */
    public static final int GATEWAY = -32000;

    static MessageFault noMessage(String why) {
        return new MessageFault(NO_MESSAGE, Optional.empty(), why);
    }

    /** What is answered. */
    public McpMessage answer() {
        return Messages.error(id, code, "quietus: " + why);
    }
}
