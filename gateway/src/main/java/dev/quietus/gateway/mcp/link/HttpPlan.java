package dev.quietus.gateway.mcp.link;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.Revision;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How HTTP requests to one server look: what the client's own carried where it speaks HTTP itself,
 * and what the revision asks for where it does not. Thread-safe.
 */
public final class HttpPlan {
    /** How often a stream is taken up again without anything new in it. */
    static final int MOST_RESUMES = 5;

    static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    private static final String BOTH = "application/json, text/event-stream";

    private final URI url;
    private final Map<String, String> own;
    private volatile Optional<Revision> revision = Optional.empty();
    private volatile Optional<String> session = Optional.empty();

    /**
     * Plans for a server.
     *
     * @param url its MCP endpoint
     * @param own headers that every request carries, such as {@code Authorization}; they go over
     *     the client's
     */
    public HttpPlan(URI url, Map<String, String> own) {
        this.url = url;
        this.own = Map.copyOf(own);
    }

    void speaks(Revision spoken) {
        revision = Optional.of(spoken);
    }

    void session(String id) {
        session = Optional.of(id);
    }

    boolean isStateless() {
        return revision.filter(Revision::isStateless).isPresent();
    }

    HttpRequest.Builder post(McpMessage message, ClientReply reply) {
        Map<String, List<String>> headers = like(reply);
        boolean plain = !reply.resumes();
        headers.put("Content-Type", List.of("application/json"));
        headers.putIfAbsent("Accept", List.of(BOTH));
        if (plain && message.is("initialize")) {
            headers.remove(PassedHeaders.SESSION);
            headers.remove(PassedHeaders.REVISION);
        }
        if (plain && message.isRequest() && !message.is("initialize")) {
            ofRevision(message, headers);
        }
        return request(headers).POST(HttpRequest.BodyPublishers.ofByteArray(message.raw()));
    }

    HttpRequest.Builder get(ClientReply reply, Optional<String> place) {
        Map<String, List<String>> headers = like(reply);
        headers.put("Accept", List.of("text/event-stream"));
        place.ifPresent(id -> headers.put(PassedHeaders.LAST_EVENT, List.of(id)));
        return request(headers).GET();
    }

    /**
     * Ends the session that the gateway keeps for a client without HTTP; empty if there is none.
     */
    Optional<HttpRequest.Builder> delete() {
        return session.map(id -> request(like(ClientReply.NOBODY)).DELETE());
    }

    HttpRequest.Builder delete(ClientReply reply) {
        return request(like(reply)).DELETE();
    }

    private Map<String, List<String>> like(ClientReply reply) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(PassedHeaders.of(reply.headers()));
        if (!reply.resumes()) {
            session.ifPresent(id -> headers.putIfAbsent(PassedHeaders.SESSION, List.of(id)));
            revision.ifPresent(
                    spoken -> headers.putIfAbsent(PassedHeaders.REVISION, List.of(spoken.date())));
        }
        own.forEach((name, value) -> headers.put(name, List.of(value)));
        return headers;
    }

    /** Revision 2026-07-28 repeats parts of the body for those who don't read it. */
    private static void ofRevision(McpMessage message, Map<String, List<String>> headers) {
        ObjectNode params = message.object();
        String said = params.path("_meta")
                .path("io.modelcontextprotocol/protocolVersion")
                .asText("");
        if (said.isEmpty()) {
            return;
        }
        headers.put(PassedHeaders.REVISION, List.of(said));
        headers.put("Mcp-Method", List.of(safe(message.method())));
        String name = switch (message.method()) {
            case "resources/read" -> params.path("uri").asText("");
            case "tasks/get", "tasks/update", "tasks/cancel" ->
                params.path("taskId").asText("");
            default -> params.path("name").asText("");
        };
        if (!name.isEmpty()) {
            headers.put("Mcp-Name", List.of(safe(name)));
        }
    }

    /** A header's value; what is no plain ASCII goes as base64 between two marks. */
    private static String safe(String value) {
        boolean plain = value.chars().allMatch(each -> each >= ' ' && each < 0x7F)
                && value.strip().equals(value)
                && !value.startsWith("=?base64?");
        return plain
                ? value
                : "=?base64?"
                        + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
                        + "?=";
    }

    private HttpRequest.Builder request(Map<String, List<String>> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url);
        headers.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        return request;
    }

    /** What went wrong, in words; an exception of the JDK may come without any. */
    static String words(IOException e) {
        return e.getMessage() == null || e.getMessage().isBlank()
                ? e.getClass().getSimpleName()
                : e.getMessage();
    }
}
