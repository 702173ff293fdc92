package dev.quietus.client.stop;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the stop goes, and one POST to it: over a plain socket for http, over {@link
 * HttpURLConnection} for https. Redirects are not followed.
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

    /** Asks once. The time left until the deadline bounds connecting and reading further. */
    StopReply post(String path, byte[] body, StopPatience patience, long deadlineNanos)
            throws IOException {
        return secure
                ? postOverTls(path, body, patience, deadlineNanos)
                : postOverSocket(path, body, patience, deadlineNanos);
    }

    private StopReply postOverSocket(
            String path, byte[] body, StopPatience patience, long deadlineNanos)
            throws IOException {
        try (Socket socket = connect(patience, deadlineNanos)) {
            socket.setTcpNoDelay(true);
            byte[] head = head(path, body.length).getBytes(StandardCharsets.US_ASCII);
            byte[] request = new byte[head.length + body.length];
            System.arraycopy(head, 0, request, 0, head.length);
            System.arraycopy(body, 0, request, head.length, body.length);
            OutputStream out = socket.getOutputStream();
            out.write(request);
            out.flush();
            long limit = Math.min(
                    deadlineNanos, System.nanoTime() + patience.answer().toNanos());
            return new StopReplyReader(new TimedInput(socket, limit)).read();
        }
    }

    /** Tries every address of the name, so that a server on one of two loopbacks is found. */
    private Socket connect(StopPatience patience, long deadlineNanos) throws IOException {
        IOException failure = new IOException("no address for " + host);
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

    private String head(String path, int length) {
        StringBuilder head = new StringBuilder(512)
                .append("POST ")
                .append(prefix)
                .append(path)
                .append(" HTTP/1.1\r\nHost: ")
                .append(host)
                .append(':')
                .append(port)
                .append("\r\nConnection: close\r\nAccept: application/json")
                .append("\r\nContent-Type: application/json\r\nContent-Length: ")
                .append(length);
        if (token.isPresent()) {
            head.append("\r\nAuthorization: Bearer ").append(token.get());
        }
        return head.append("\r\n\r\n").toString();
    }

    private StopReply postOverTls(
            String path, byte[] body, StopPatience patience, long deadlineNanos)
            throws IOException {
        URI url = URI.create("https://" + host + ":" + port + prefix + path);
        HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
        try {
            connection.setInstanceFollowRedirects(false);
            connection.setUseCaches(false);
            connection.setConnectTimeout(millis(patience.connect().toMillis(), deadlineNanos));
            connection.setReadTimeout(millis(patience.answer().toMillis(), deadlineNanos));
            connection.setRequestMethod("POST");
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(body.length);
            connection.setRequestProperty("Accept", "application/json");
            connection.setRequestProperty("Content-Type", "application/json");
            if (token.isPresent()) {
                connection.setRequestProperty("Authorization", "Bearer " + token.get());
            }
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
            int status = connection.getResponseCode();
            @Nullable
            InputStream content =
                    status >= 400 ? connection.getErrorStream() : connection.getInputStream();
            if (content == null) {
                return new StopReply(status, new byte[0]);
            }
            try (content) {
                return new StopReply(status, StopReplyReader.readToEnd(content));
            }
        } finally {
            connection.disconnect();
        }
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

    /** A socket's input, all reads of which together end at one time. */
    private static final class TimedInput extends InputStream {

        private final Socket socket;
        private final InputStream in;
        private final long limitNanos;

        TimedInput(Socket socket, long limitNanos) throws IOException {
            this.socket = socket;
            this.in = socket.getInputStream();
            this.limitNanos = limitNanos;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            long left = (limitNanos - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new SocketTimeoutException("Read: the time is over");
            }
            socket.setSoTimeout((int) left);
            return in.read(buffer, offset, length);
        }
    }
}
