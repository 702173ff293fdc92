package dev.quietus.client.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * A server that is spoken to without TLS.
 *
 * @param host its name or address, that of IPv6 without brackets
 * @param port its port
 * @param authority both as the address says them, for the {@code Host} header (RFC 9110, 7.2)
 */
record PlainServer(String host, int port, String authority) {

    private static final int DEFAULT_PORT = 80;

    /** The server of an address that has a host. */
    static PlainServer at(URI url) {
        String host = url.getHost();
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        int port = url.getPort() >= 0 ? url.getPort() : DEFAULT_PORT;
        return new PlainServer(bare, port, url.getRawAuthority());
    }

    /** The request target of an address at this server, in ASCII (RFC 9112, 3.2.1). */
    String target(URI url) {
        String ascii = url.toASCIIString();
        return ascii.substring(ascii.indexOf('/', "http://".length() + authority.length()));
    }

    /**
     * Tries every address of the name, so that a server on one of two loopbacks is found. Looking
     * the name up is bounded by the system's resolver only.
     *
     * @param patience the longest for each address
     * @param end when it must be over
     * @throws HttpConnectTimeoutException if the last one did not answer in time
     */
    PlainConnection connect(Duration patience, Deadline end) throws IOException {
        IOException failure = new IOException("no address for " + host);
        for (InetAddress address : InetAddress.getAllByName(host)) {
            try {
                return connect(address, Deadline.after(patience).orEarlier(end));
            } catch (SocketTimeoutException e) {
                failure = new HttpConnectTimeoutException("no connection in time");
                failure.initCause(e);
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private PlainConnection connect(InetAddress address, Deadline limit) throws IOException {
        if (limit.isOver()) {
            throw new SocketTimeoutException("Connect: the time is over");
        }
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(new InetSocketAddress(address, port), limit.leftMillis());
            return PlainConnection.over(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }
}
