package dev.quietus.gateway.model.wire;

import java.nio.charset.StandardCharsets;

/**
 * The head of a request.
 *
 * @param method such as {@code POST}
 * @param target in origin form: a path with an optional query
 * @param headers its field lines
 */
public record RequestHead(String method, String target, Headers headers) {

    /** The bytes that say it. */
    public byte[] bytes() {
        StringBuilder text = new StringBuilder(512);
        text.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
        return HeadText.closed(text, headers).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Whether its sender wants the connection closed behind the answer. */
    public boolean closes() {
        return headers.tokens("connection").contains("close");
    }

    /** The target may hold a key, as headers may. */
    @Override
    public String toString() {
        return "RequestHead[" + method + ", " + headers + "]";
    }
}
