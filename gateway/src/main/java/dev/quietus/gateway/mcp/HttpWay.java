package dev.quietus.gateway.mcp;

import dev.quietus.gateway.mcp.link.HttpPlan;
import dev.quietus.gateway.mcp.link.HttpServerLink;
import dev.quietus.gateway.mcp.link.ServerLink;
import dev.quietus.gateway.mcp.link.ServerListener;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;

/** The way to a server that is reached over Streamable HTTP. */
public final class HttpWay implements McpGateway.Way {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

    private final URI url;
    private final Map<String, String> headers;
    private final int longest;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_WITHIN)
            .build();

    /**
     * To this server.
     *
     * @param headers what every request carries besides
     * @param longest the most bytes of a message
     */
    public HttpWay(URI url, Map<String, String> headers, int longest) {
        this.url = url;
        this.headers = Map.copyOf(headers);
        this.longest = longest;
    }

    @Override
    public ServerLink open(ServerListener listener) {
        return new HttpServerLink(new HttpPlan(url, headers), client, longest, listener);
    }

    @Override
    public boolean givesSessions() {
        return true;
    }
}
