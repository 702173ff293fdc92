package dev.quietus.gateway.mcp.link;

import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageFault;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.MessageReader;
import dev.quietus.gateway.mcp.message.Messages;
import dev.quietus.gateway.mcp.message.Reading;
import dev.quietus.gateway.mcp.message.Revision;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A server that is spoken to over its standard input and output, one message a line. In every
 * revision a request is given up by a notice here.
 */
public final class StdioServerLink implements ServerLink {
    private static final long ROOM = 8L << 20;

    private final ServerProcess process;
    private final ServerListener listener;
    private final LineWriter writer;
    private final int longest;
    private final CountDownLatch outputRead = new CountDownLatch(1);

    /**
     * Begins to read.
     *
     * @param longest the most bytes of a message
     */
    public StdioServerLink(ServerProcess process, int longest, ServerListener listener) {
        this.process = process;
        this.listener = listener;
        this.longest = longest;
        this.writer = new LineWriter(
                process.input(),
                "quietus-mcp-to-server",
                ROOM,
                why -> listener.noise("the server takes no more messages: " + why));
        Thread.ofPlatform().daemon().name("quietus-mcp-from-server").start(this::read);
    }

    @Override
    public void send(McpMessage message, ClientReply reply) {
        if (!writer.write(message.line()) && message.isRequest()) {
            listener.lost(message.id().orElseThrow(), "the server takes no more messages");
        }
        if (!message.isRequest()) {
            reply.status(HttpStatus.of(202));
        }
    }

    @Override
    public void cancel(MessageId request, Optional<McpMessage> notice, String reason) {
        writer.writeNow(
                notice.orElseGet(() -> Messages.cancelled(request, reason)).line());
    }

    @Override
    public void open(ClientReply reply) {}

    @Override
    public void speaks(Revision revision) {}

    private void read() {
        LineReader lines = new LineReader(process.output(), longest);
        String why = "the server has ended";
        try {
            for (Optional<byte[]> line = lines.next(); line.isPresent(); line = lines.next()) {
                if (line.get().length > 0) {
                    take(MessageReader.read(line.get()));
                }
            }
        } catch (LineReader.TooLongException e) {
            why = "the server sent a message of more than " + longest + " bytes";
        } catch (IOException e) {
            why = "the server's output can't be read: " + e.getMessage();
        } finally {
            outputRead.countDown();
        }
        listener.ended(why);
    }

    private void take(Reading reading) {
        switch (reading) {
            case Reading.One(McpMessage message) ->
                listener.message(message, ClientReply.NOBODY, EventMark.NONE);
            case Reading.Batch(var parts) -> parts.forEach(this::take);
            case Reading.Broken(MessageFault fault) ->
                listener.noise(
                        "the server printed a line that is no message (" + fault.why() + ")");
        }
    }

    @Override
    public Optional<String> end(String why, Duration limit) {
        writer.close();
        Optional<String> ended = process.end(why, limit);
        try {
            // What it still said before its end is heard before its end is.
            outputRead.await(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ended;
    }

    @Override
    public boolean isOurs() {
        return true;
    }

    @Override
    public void close() {
        writer.close();
        process.close();
    }
}
