package dev.quietus.gateway.model;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Opens connections to upstreams. Thread-safe. */
final class UpstreamDoor {
    private static final String[] SPOKEN = {"http/1.1"};

    private final SSLContext trust;

    UpstreamDoor(SSLContext trust) {
        this.trust = trust;
    }

    /**
     * Connects; with TLS the upstream has shown that it is who its name says.
     *
     * @throws IOException if it can't be reached, or does not show it
     */
    UpstreamLine open(Upstream upstream) throws IOException {
        long deadline = System.nanoTime() + Limits.CONNECT.toNanos();
        Socket plain = connect(upstream, deadline);
        try {
            plain.setTcpNoDelay(true);
            Socket spoken = upstream.secure() ? secured(plain, upstream, deadline) : plain;
            spoken.setSoTimeout((int) Limits.ANSWER_SILENCE.toMillis());
            return new UpstreamLine(upstream, plain, spoken);
        } catch (IOException | RuntimeException failed) {
            plain.close();
            throw failed;
        }
    }

    /** Tries one address after the other, as a name may have several of which one is dead. */
    private static Socket connect(Upstream upstream, long deadline) throws IOException {
        IOException failed = new UnknownHostException(upstream.host());
        for (InetAddress address : InetAddress.getAllByName(upstream.host())) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(address, upstream.port()), left(deadline));
                return socket;
            } catch (IOException e) {
                socket.close();
                failed = e;
            }
        }
        throw failed;
    }

    private SSLSocket secured(Socket plain, Upstream upstream, long deadline) throws IOException {
        plain.setSoTimeout(left(deadline));
        SSLSocket secured = (SSLSocket) trust.getSocketFactory()
                .createSocket(plain, upstream.host(), upstream.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(SPOKEN);
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private static int left(long deadline) throws SocketTimeoutException {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
            throw new SocketTimeoutException("no connection within " + Limits.CONNECT);
        }
        return (int) millis;
    }
}
