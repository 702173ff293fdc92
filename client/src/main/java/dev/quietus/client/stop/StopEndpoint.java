package dev.quietus.client.stop;

import dev.quietus.client.wire.HttpReply;
import dev.quietus.client.wire.HttpRequestText;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Optional;

/**
 * Where the stop goes, and one POST to it over a socket, with TLS for https. Redirects are not
 * followed.
 */
record StopEndpoint(boolean secure, String host, int port, String prefix, Optional<String> token) {

    static StopEndpoint of(URI url, Optional<String> token) {
        String scheme = url.getScheme() == null ? "" : url.getScheme();
        boolean secure = scheme.equalsIgnoreCase("https");
        boolean bare = url.getRawQuery() == null
                && url.getRawFragment() == null
                && url.getRawUserInfo() == null;
        boolean web = secure || scheme.equalsIgnoreCase("http");
        if (!web || url.getHost() == null || !bare) {
            throw new IllegalArgumentException(
                    "server address: expected http://HOST:PORT or https://HOST,"
                            + " without query and user, found " + url);
        }
        if (token.isPresent() && !isVisibleAscii(token.get())) {
            throw new IllegalArgumentException(
                    "token: expected visible ASCII characters without spaces");
        }
        int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
        String prefix = url.getRawPath() == null ? "" : url.getRawPath();
        while (prefix.endsWith("/")) {
            prefix = prefix.substring(0, prefix.length() - 1);
        }
        return new StopEndpoint(secure, url.getHost(), port, prefix, token);
    }

    private static boolean isVisibleAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /**
     * Asks once. The time left until the deadline bounds connecting, and it and the patience for an
     * answer bound all that follows.
     */
    HttpReply post(String path, byte[] body, StopPatience patience, long deadlineNanos)
            throws IOException {
        byte[] request = request(path, body);
        try (Socket socket = connect(patience, deadlineNanos)) {
            socket.setTcpNoDelay(true);
            long limitNanos = System.nanoTime() + patience.answer().toNanos();
            if (limitNanos - deadlineNanos > 0) {
                limitNanos = deadlineNanos;
            }
            return secure
                    ? GuardedExchange.overTls(socket, bareHost(), port, request, limitNanos)
                    : StopExchange.over(socket, request, limitNanos);
        }
    }

    /** Tries every address of the name, so that a server on one of two loopbacks is found. */
    private Socket connect(StopPatience patience, long deadlineNanos) throws IOException {
        IOException failure = new IOException("no address for ".concat(host));
        for (InetAddress address : InetAddress.getAllByName(bareHost())) {
            int millis = millis(patience.connect().toMillis(), deadlineNanos);
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(address, port), millis);
                return socket;
            } catch (IOException e) {
                socket.close();
                failure = e;
            }
        }
        throw failure;
    }

    private String bareHost() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private byte[] request(String path, byte[] body) {
        HttpRequestText request = new HttpRequestText(
                "POST", prefix.concat(path), host.concat(":").concat(Integer.toString(port)));
        request.header("Connection", "close");
        request.header("Accept", "application/json");
        if (token.isPresent()) {
            request.header("Authorization", "Bearer ".concat(token.get()));
        }
        return request.bytes(body);
    }

    private static int millis(long limitMillis, long deadlineNanos) throws SocketTimeoutException {
        long left = (deadlineNanos - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new SocketTimeoutException("Connect: the deadline is over");
        }
        return (int) Math.min(limitMillis, left);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "StopEndpoint[" + host + ":" + port + "]";
    }
}
