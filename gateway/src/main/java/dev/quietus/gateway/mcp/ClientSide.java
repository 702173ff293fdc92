package dev.quietus.gateway.mcp;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.message.McpMessage;

/** Where messages of the server go that came for no request in particular. */
interface ClientSide {
    /** The place for such a message. */
    ClientReply place(McpMessage message);
}
