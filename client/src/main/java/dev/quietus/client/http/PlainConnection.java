package dev.quietus.client.http;

import dev.quietus.client.wire.HttpReply;
import dev.quietus.client.wire.HttpReplyReader;
import dev.quietus.client.wire.TimedInput;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A connection without TLS for one call after the other. It is read and written by the thread that
 * calls, which an interrupt ends (as {@link java.nio.channels.InterruptibleChannel} says). Not
 * thread-safe.
 */
final class PlainConnection implements AutoCloseable {

    /** A connection that was kept had been closed before the request was heard. */
    static final class StaleException extends IOException {

        @Serial
        private static final long serialVersionUID = 1L;

        private StaleException(String message) {
            super(message);
        }

        private StaleException(IOException cause) {
            super(cause);
        }
    }

    private final SocketChannel channel;
    private final TimedInput timed;
    private final InputStream in;
    private boolean kept;
    private boolean reusable;

    private PlainConnection(SocketChannel channel) throws IOException {
        this.channel = channel;
        this.timed = new TimedInput(channel.socket(), System.nanoTime());
        this.in = new BufferedInputStream(timed);
    }

    /** One over a connected channel in blocking mode, which is the connection's from now on. */
    static PlainConnection over(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new PlainConnection(channel);
    }

    /**
     * Asks and reads the answer.
     *
     * @throws StaleException if this is not its first exchange and nothing came back: the server
     *     has closed it meanwhile, as it may at any time (RFC 9112, 9.3.1)
     * @throws HttpTimeoutException if there was no whole answer in time
     * @throws IOException as {@link CallPath#call}
     */
    HttpReply exchange(byte[] request, int maxBytes, Deadline end) throws IOException {
        boolean first = !kept;
        kept = true;
        reusable = false;
        timed.startOver(end.atNanos());
        try {
            boolean sent = send(ByteBuffer.wrap(request), first, end);
            HttpReply reply = new HttpReplyReader(in, maxBytes).read();
            reusable = sent && reply.isPersistent() && in.available() == 0;
            return reply;
        } catch (SocketTimeoutException e) {
            HttpTimeoutException late = new HttpTimeoutException("no answer in time");
            late.initCause(e);
            throw late;
        } catch (IOException e) {
            boolean unheard = !first && !timed.hasHeard() && !(e instanceof HttpTimeoutException);
            throw unheard && !Thread.currentThread().isInterrupted() ? new StaleException(e) : e;
        }
    }

    /** Whether it may carry another request. */
    boolean isReusable() {
        return reusable;
    }

    /**
     * Writes the request; it nearly always fits into the system's buffer.
     *
     * @return whether all of it went out; an answer may come before
     */
    private boolean send(ByteBuffer request, boolean first, Deadline end) throws IOException {
        channel.configureBlocking(false);
        if (!first && channel.read(ByteBuffer.allocate(1)) != 0) {
            throw new StaleException("closed, or something came that nobody asked for");
        }
        channel.write(request);
        boolean whole = !request.hasRemaining() || sendRest(request, end);
        channel.configureBlocking(true);
        return whole;
    }

    private boolean sendRest(ByteBuffer request, Deadline end) throws IOException {
        try (Selector selector = Selector.open()) {
            channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            while (request.hasRemaining()) {
                if (end.isOver()) {
                    throw new HttpTimeoutException("the request could not be sent in time");
                }
                selector.select(key -> {}, end.leftMillis());
                if (Thread.currentThread().isInterrupted()) {
                    throw new ClosedByInterruptException();
                }
                SelectionKey key = channel.keyFor(selector);
                if (key.isReadable()) {
                    // Likely a refusal of what is too long (RFC 9110, 15.5.14).
                    return false;
                }
                channel.write(request);
            }
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
