package dev.quietus.gateway.mcp.link;

import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;

/** Who hears what a server says. Called by the link's own threads. */
public interface ServerListener {
    /**
     * A message came.
     *
     * @param reply where it came for: what the message it belongs to was sent with;
     *     {@link ClientReply#NOBODY} where that is not known
     */
    void message(McpMessage message, ClientReply reply, EventMark mark);

    /** A request got another answer than a message: a status that is no yes. */
    void refused(MessageId request, ClientReply reply, HttpStatus status);

    /** No answer to a request will come on this way. */
    void lost(MessageId request, String why);

    /** Something came that is no message, or could not be sent. */
    void noise(String what);

    /** The way is at its end; nothing more comes. */
    void ended(String why);
}
