package dev.quietus.verify.gateway.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;

/** A client over Streamable HTTP. */
final class HttpClientSide implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI url;
    private final String revision;
    private Optional<String> session = Optional.empty();

    HttpClientSide(URI url, String revision) {
        this.url = url;
        this.revision = revision;
    }

    /** Shakes hands and keeps the session. */
    void connect() throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = post("{\"jsonrpc\":\"2.0\",\"id\":\"hello\","
                + "\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + revision
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}");
        // Nobody calls before the server has answered: its revision is not known before.
        answer.body().readAllBytes();
        session = answer.headers().firstValue("Mcp-Session-Id");
        post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .body()
                .close();
    }

    Optional<String> session() {
        return session;
    }

    /** Sends a message; the answer's body is open. */
    HttpResponse<InputStream> post(String message) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(message));
        if (!message.contains("\"initialize\"")) {
            request.header("MCP-Protocol-Version", revision);
        }
        session.ifPresent(id -> request.header("Mcp-Session-Id", id));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    /** The call of a tool, as this revision has it. */
    String call(String id, String tool) {
        String meta = revision.equals("2026-07-28")
                ? ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                        + "\"io.modelcontextprotocol/clientCapabilities\":{}}"
                : "";
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"" + tool + "\",\"arguments\":{}" + meta + "}}";
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
