package dev.quietus.gateway.mcp;

import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.link.LineReader;
import dev.quietus.gateway.mcp.link.LineWriter;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageFault;
import dev.quietus.gateway.mcp.message.MessageReader;
import dev.quietus.gateway.mcp.message.Reading;
import dev.quietus.gateway.mcp.message.Revision;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A client that speaks over standard input and output: everything it reads is one stream. */
final class StdioClient implements ClientReply, ClientSide, AutoCloseable {
    private static final long ROOM = 8L << 20;

    private final int longest;
    private final InputStream in;
    private final LineWriter writer;

    StdioClient(InputStream in, OutputStream out, int longest, Consumer<String> notes) {
        this.in = in;
        this.longest = longest;
        this.writer = new LineWriter(
                out,
                "quietus-mcp-to-client",
                ROOM,
                why -> notes.accept("the client reads no more: " + why));
    }

    @Override
    public void message(McpMessage message, EventMark mark) {
        writer.write(message.line());
    }

    @Override
    public ClientReply place(McpMessage message) {
        return this;
    }

    /** Reads what the client says until it says no more. */
    void read(McpSession.Opener sessions) {
        LineReader lines = new LineReader(in, longest);
        while (true) {
            try {
                Optional<byte[]> line = lines.next();
                if (line.isEmpty()) {
                    return;
                }
                if (line.get().length > 0) {
                    take(MessageReader.read(line.get()), sessions);
                }
            } catch (LineReader.TooLongException e) {
                refuse(MessageFault.NO_MESSAGE, "a message of more than " + longest + " bytes");
            } catch (IOException e) {
                return;
            }
        }
    }

    private void take(Reading reading, McpSession.Opener sessions) {
        switch (reading) {
            case Reading.One(McpMessage message) -> hand(message, this, sessions);
            case Reading.Broken(MessageFault fault) -> message(fault.answer(), EventMark.NONE);
            case Reading.Batch(List<Reading> parts) -> {
                Optional<Revision> revision = sessions.revision();
                if (revision.isPresent() && !revision.get().hasBatches()) {
                    refuse(
                            MessageFault.NO_MESSAGE,
                            "revision " + revision.get() + " has no batches; send one message a"
                                    + " line");
                } else {
                    new Batch(this, writer::write)
                            .take(parts, (each, reply) -> hand(each, reply, sessions));
                }
            }
        }
    }

    private static void hand(McpMessage message, ClientReply reply, McpSession.Opener sessions) {
        try {
            sessions.session().take(message, reply);
        } catch (IOException e) {
            if (message.isRequest()) {
                reply.message(
                        new MessageFault(
                                        MessageFault.GATEWAY,
                                        message.id(),
                                        String.valueOf(e.getMessage()))
                                .answer(),
                        EventMark.NONE);
            }
        }
    }

    private void refuse(int code, String why) {
        message(new MessageFault(code, Optional.empty(), why).answer(), EventMark.NONE);
    }

    /** What waits is still written. */
    @Override
    public void close() {
        writer.close();
    }
}
