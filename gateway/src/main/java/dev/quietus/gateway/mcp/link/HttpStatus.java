package dev.quietus.gateway.mcp.link;

import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageId;
import dev.quietus.gateway.mcp.message.MessageReader;
import dev.quietus.gateway.mcp.message.Reading;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An HTTP answer that carries no message which was asked for: taken, refused, moved. */
public final class HttpStatus {
    private final int code;
    private final Map<String, List<String>> headers;
    private final byte[] body;

    /**
     * What was answered.
     *
     * @param code the status
     * @param headers what is to be passed on of its headers
     * @param body its body; not to be written into
     */
    public HttpStatus(int code, Map<String, List<String>> headers, byte[] body) {
        this.code = code;
        this.headers = Map.copyOf(headers);
        this.body = body;
    }

    /** The status. */
    public int code() {
        return code;
    }

    /** What is to be passed on of its headers. */
    public Map<String, List<String>> headers() {
        return headers;
    }

    /** Its body. Not to be written into. */
    public byte[] body() {
        return body;
    }

    /** One without headers and body. */
    public static HttpStatus of(int code) {
        return new HttpStatus(code, Map.of(), new byte[0]);
    }

    /** The answer to this request that its body carries; empty if it carries none. */
    public Optional<McpMessage> message(MessageId request) {
        return body.length > 0
                        && MessageReader.read(body) instanceof Reading.One(McpMessage message)
                        && message.isResponse()
                ? Optional.of(message).filter(each -> each.id().equals(Optional.of(request)))
                : Optional.empty();
    }

    /** Whether it says yes. */
    public boolean isGood() {
        return code >= 200 && code < 300;
    }
}
