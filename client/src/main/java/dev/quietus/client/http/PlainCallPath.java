package dev.quietus.client.http;

import dev.quietus.client.wire.HttpReply;
import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Calls without TLS over connections of our own, each written and read by its caller's thread: with
 * no other thread to wake on the way, a call takes half the time that it takes through the JDK's
 * HTTP client, and a cold command needn't load that. Thread-safe.
 */
final class PlainCallPath implements CallPath {

    private final ClientSettings settings;
    private final PlainServer server;
    private final IdleConnections idle = new IdleConnections();

    PlainCallPath(ClientSettings settings) {
        this.settings = settings;
        this.server = PlainServer.at(URI.create(settings.baseUrl()));
    }

    /**
     * Whether there is such a path: no TLS, and no proxy that this Java is told to use.
     *
     * @param proxies how this Java finds them; null: there are none
     */
    static boolean leadsTo(String baseUrl, @Nullable ProxySelector proxies) {
        if (!baseUrl.startsWith("http:")) {
            return false;
        }
        return proxies == null
                || proxies.select(URI.create(baseUrl)).stream()
                        .allMatch(proxy -> proxy.type() == Proxy.Type.DIRECT);
    }

    @Override
    public HttpReply call(HttpCall call, Deadline end) throws IOException {
        byte[] request = request(call);
        Optional<PlainConnection> kept = idle.take();
        try {
            if (kept.isPresent()) {
                return over(kept.get(), request, end);
            }
        } catch (PlainConnection.StaleException closedMeanwhile) {
            // Every call may be repeated (see HttpCall), and this one was likely not even heard.
        }
        return over(server.connect(settings.connectTimeout(), end), request, end);
    }

    private HttpReply over(PlainConnection connection, byte[] request, Deadline end)
            throws IOException {
        boolean answered = false;
        try {
            HttpReply reply = connection.exchange(request, settings.maxResponseBytes(), end);
            answered = true;
            return reply;
        } finally {
            if (answered) {
                idle.keep(connection);
            } else {
                // What broke it, a server that ended or a cut line, has likely broken all of them.
                idle.closeAll();
                connection.close();
            }
        }
    }

    /** The whole request, to be written at once (RFC 9112, section 3). */
    private byte[] request(HttpCall call) {
        StringBuilder head = new StringBuilder(512)
                .append(call.method())
                .append(' ')
                .append(server.target(settings.url(call.target())))
                .append(" HTTP/1.1\r\nHost: ")
                .append(server.authority())
                .append("\r\nUser-Agent: ")
                .append(ClientSettings.USER_AGENT)
                .append("\r\nAccept: application/json");
        settings.authorization()
                .ifPresent(value -> head.append("\r\nAuthorization: ").append(value));
        byte[] content = new byte[0];
        if (call.method() == HttpCall.Method.POST) {
            content = call.content().getBytes(StandardCharsets.UTF_8);
            head.append("\r\nContent-Type: application/json\r\nContent-Length: ")
                    .append(content.length);
        }
        byte[] bytes = head.append("\r\n\r\n").toString().getBytes(StandardCharsets.US_ASCII);
        byte[] request = Arrays.copyOf(bytes, bytes.length + content.length);
        System.arraycopy(content, 0, request, bytes.length, content.length);
        return request;
    }

    @Override
    public void close() {
        idle.close();
    }
}
