package dev.quietus.client.stop;

import dev.quietus.client.wire.HttpReply;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.NoSuchAlgorithmException;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * An exchange whose socket is closed at its time by another thread: neither a long write nor a TLS
 * handshake has a time-out over all its parts. Apart from {@link StopExchange}, so that the common
 * stop needs no thread and loads no TLS.
 */
final class GuardedExchange {

    private GuardedExchange() {}

    static HttpReply over(Socket socket, byte[] request, long limitNanos) throws IOException {
        LateClose late = new LateClose(socket, limitNanos);
        late.start();
        try {
            return StopExchange.exchange(socket, request, limitNanos);
        } catch (IOException e) {
            throw late.explained(e);
        } finally {
            late.interrupt();
        }
    }

    /** The server's certificate must fit the host by the rules of HTTPS (RFC 9110, 4.3.4). */
    static HttpReply overTls(Socket plain, String host, int port, byte[] request, long limitNanos)
            throws IOException {
        LateClose late = new LateClose(plain, limitNanos);
        late.start();
        try (SSLSocket socket = layered(plain, host, port)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return StopExchange.exchange(socket, request, limitNanos);
        } catch (IOException e) {
            throw late.explained(e);
        } finally {
            late.interrupt();
        }
    }

    private static SSLSocket layered(Socket plain, String host, int port) throws IOException {
        SSLContext context;
        try {
            context = SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException("TLS can't be used: ".concat(String.valueOf(e.getMessage())), e);
        }
        return (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
    }

    /** Closes the socket at its time, unless it is interrupted before. */
    private static final class LateClose extends Thread {

        private final Socket socket;
        private final long limitNanos;
        private volatile boolean closed;

        LateClose(Socket socket, long limitNanos) {
            super("quietus-stop-limit");
            this.socket = socket;
            this.limitNanos = limitNanos;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                for (long left = left(); left > 0; left = left()) {
                    sleep(left / 1_000_000 + 1);
                }
                closed = true;
                socket.close();
            } catch (InterruptedException endedInTime) {
                interrupt();
            } catch (IOException closedBefore) {
                // What counts is that nobody waits in it any more.
                interrupt();
            }
        }

        private long left() {
            return limitNanos - System.nanoTime();
        }

        /** What failed; told as a time-out where this thread was the reason. */
        IOException explained(IOException failure) {
            return closed ? new SocketTimeoutException("Read: the time is over") : failure;
        }
    }
}
