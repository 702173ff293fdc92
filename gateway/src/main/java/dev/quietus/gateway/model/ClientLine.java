package dev.quietus.gateway.model;

import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.gateway.model.dialect.Refusal;
import dev.quietus.gateway.model.wire.BadMessageException;
import dev.quietus.gateway.model.wire.ByteSource;
import dev.quietus.gateway.model.wire.HeadText;
import dev.quietus.gateway.model.wire.RequestHead;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection: one request after the other. Its own thread reads; the answer of a request
 * is written by the thread that reads from the upstream.
 */
final class ClientLine {
    private final Socket socket;
    private final ByteSource source;
    private final GuardedOut out;
    private final Relay relay;
    private @Nullable Exchange exchange;
    /** For the thread that serves. */
    private @Nullable Boolean ofAnotherUser;

    private boolean busy;
    private volatile boolean closing;

    ClientLine(Socket socket, Relay relay) throws IOException {
        this.socket = socket;
        this.relay = relay;
        this.source = new ByteSource(socket.getInputStream());
        this.out = GuardedOut.toClient(socket.getOutputStream());
        socket.setTcpNoDelay(true);
    }

    /** Whether another user's process has connected, as far as the system tells; asked once. */
    boolean isOfAnotherUser() {
        Boolean known = ofAnotherUser;
        if (known == null) {
            known = LoopbackPeer.isOfAnotherUser(socket);
            ofAnotherUser = known;
        }
        return known;
    }

    ByteSource source() {
        return source;
    }

    GuardedOut out() {
        return out;
    }

    /** Serves until the connection ends. */
    void serve() {
        Requests requests = new Requests(this, relay);
        try {
            boolean goesOn = true;
            while (goesOn && awaitRequest()) {
                Optional<RequestHead> head = readHead();
                goesOn = head.isPresent() && requests.serve(head.get()) && !closing;
            }
        } catch (IOException gone) {
            // Whoever it was has gone; what was under way knows of it.
            return;
        } finally {
            requests.close();
            linger();
            cut();
        }
    }

    private boolean awaitRequest() throws IOException {
        long idle = System.nanoTime();
        while (source.available() == 0) {
            try {
                pause(Limits.TICK);
                if (!source.fill()) {
                    return false;
                }
            } catch (SocketTimeoutException tick) {
                if (closing || System.nanoTime() - idle > Limits.IDLE.toNanos()) {
                    return false;
                }
            }
        }
        return begin();
    }

    private Optional<RequestHead> readHead() throws IOException {
        try {
            pause(Limits.HEAD_PAUSE);
            Optional<RequestHead> head = HeadText.request(source);
            pause(Limits.TICK);
            return head;
        } catch (BadMessageException bad) {
            plain(bad.status(), "Quietus: " + bad.words() + ".");
            return Optional.empty();
        } catch (SocketTimeoutException slow) {
            plain(408, "Quietus: the request's head did not come.");
            return Optional.empty();
        }
    }

    private void pause(Duration limit) throws IOException {
        socket.setSoTimeout((int) limit.toMillis());
    }

    private synchronized boolean begin() {
        busy = true;
        return !closing;
    }

    /** What is under way, to be ended with the gateway. */
    synchronized void carries(Exchange under) {
        exchange = under;
    }

    synchronized Optional<Exchange> exchange() {
        return Optional.ofNullable(exchange);
    }

    /** Nothing is under way. */
    synchronized void idle() {
        busy = false;
        exchange = null;
    }

    /** Its upstream has ended a connection on which nothing was asked: so does this one. */
    void hangUpIfIdle() {
        synchronized (this) {
            if (busy) {
                return;
            }
            closing = true;
        }
        cut();
    }

    /** Ends the connection in good order behind what was written last. */
    void closeBehind() {
        closing = true;
        try {
            socket.shutdownOutput();
        } catch (IOException gone) {
            // Then there is nothing to end.
            return;
        }
    }

    boolean isClosing() {
        return closing;
    }

    /** Ends the connection now. */
    void cut() {
        closing = true;
        try {
            socket.close();
        } catch (IOException gone) {
            // It is gone, which was wanted.
            return;
        }
    }

    /** Ends the connection so that its client can't take it for the answer's end. */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException gone) {
            closing = true;
        }
        cut();
    }

    /** Reads on for a moment: a connection closed over unread bytes loses the last answer. */
    private void linger() {
        if (!closing || socket.isClosed()) {
            return;
        }
        long end = System.nanoTime() + Limits.LAST_WORDS.toNanos();
        try {
            pause(Limits.LAST_WORDS);
            byte[] ignored = new byte[8 * 1024];
            int read = 0;
            while (read >= 0 && System.nanoTime() < end) {
                read = socket.getInputStream().read(ignored);
            }
        } catch (IOException gone) {
            return;
        }
    }

    /** Answers with an error of this dialect. */
    void refuse(Dialect dialect, String method, Refusal why, boolean closes) throws IOException {
        String extra = why.kind() == Refusal.Kind.NO_AUTHORITY
                ? "x-should-retry: false\r\n"
                : why.kind() == Refusal.Kind.UPGRADE ? "upgrade: HTTP/1.1\r\n" : "";
        send(why.status(dialect), "application/json", extra, why.body(dialect), method, closes);
    }

    /** Answers with an error of no dialect, and ends the connection. */
    void plain(int status, String words) throws IOException {
        byte[] body = (words + "\n").getBytes(StandardCharsets.UTF_8);
        send(status, "text/plain; charset=utf-8", "", body, "", true);
        closeBehind();
    }

    private void send(
            int status, String type, String extra, byte[] body, String method, boolean closes)
            throws IOException {
        String head = "HTTP/1.1 " + status + " " + phrase(status) + "\r\n"
                + "content-type: " + type + "\r\n"
                + "content-length: " + body.length + "\r\n"
                + extra
                + (closes ? "connection: close\r\n" : "")
                + "\r\n";
        out.hold(head.getBytes(StandardCharsets.US_ASCII));
        if (method.equals("HEAD")) {
            out.flush();
        } else {
            out.write(body, 0, body.length);
        }
    }

    private static String phrase(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 408 -> "Request Timeout";
            case 413 -> "Content Too Large";
            case 426 -> "Upgrade Required";
            case 431 -> "Request Header Fields Too Large";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 505 -> "HTTP Version Not Supported";
            default -> "Refused";
        };
    }

    /** A stream that swallows what is written to it. */
    static OutputStream nowhere() {
        return OutputStream.nullOutputStream();
    }
}
