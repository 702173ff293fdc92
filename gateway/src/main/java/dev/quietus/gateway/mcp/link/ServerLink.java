package dev.quietus.gateway.mcp.link;

import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.Revision;

import java.time.Duration;
import java.util.Optional;

/** The way to one MCP server. Thread-safe. */
public interface ServerLink extends AutoCloseable {
    /**
     * Sends a message. Waits where the server is slow to take it; a failure is told to the
     * listener.
     *
     * @param reply where what belongs to it goes
     */
    void send(McpMessage message, ClientReply reply);

    /**
     * Gives a request up, in the way of this transport and revision: by a notice, or by closing the
     * request's stream. A request, never a proof.
     *
     * @param notice the client's own notice, which passes as it is where one is sent
     * @param reason what is said where the client said nothing
     */
    void cancel(MessageId request, Optional<McpMessage> notice, String reason);

    /** Opens the stream of what belongs to no request, or takes one up again. */
    void open(ClientReply reply);

    /** Hands on that the client ends its session; empty where the server has no such notion. */
    default Optional<HttpStatus> delete(ClientReply reply) {
        return Optional.empty();
    }

    /** The revision that the server speaks, once it is known. */
    void speaks(Revision revision);

    /**
     * Ends the way, and the server where it is ours. Returns when that is done, within the limit.
     *
     * @param why a word for people
     * @return what is known of the end of the server's process; empty where it has none of ours, or
     *     its end is not shown
     */
    Optional<String> end(String why, Duration limit);

    /** Whether the server is a process of ours, whose end can be shown. */
    boolean isOurs();

    /** Ends the way at once. */
    @Override
    void close();
}
