package dev.quietus.client.http;

import dev.quietus.client.wire.HttpReply;
import dev.quietus.client.wire.HttpRequestText;
import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Calls without TLS over connections of our own, each written and read by its caller's thread: with
 * no other thread to wake on the way, a call takes half the time that it takes through the JDK's
 * HTTP client, and a command that only asks needn't load that. Thread-safe.
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

    private byte[] request(HttpCall call) {
        HttpRequestText request = new HttpRequestText(
                call.method().name(),
                server.target(settings.url(call.target())),
                server.authority());
        request.header("User-Agent", ClientSettings.USER_AGENT);
        request.header("Accept", "application/json");
        settings.authorization().ifPresent(value -> request.header("Authorization", value));
        return switch (call.method()) {
            case GET -> request.bytes();
            case POST -> request.bytes(call.content().getBytes(StandardCharsets.UTF_8));
        };
    }

    @Override
    public void close() {
        idle.close();
    }
}
