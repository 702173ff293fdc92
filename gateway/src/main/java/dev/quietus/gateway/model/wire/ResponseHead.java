package dev.quietus.gateway.model.wire;

import java.nio.charset.StandardCharsets;

/**
 * The head of an answer.
 *
 * @param line its first line as it came, such as {@code HTTP/1.1 200 OK}
 * @param status its number, 100 to 599
 * @param old whether it speaks HTTP/1.0, whose connections end with the answer
 * @param headers its field lines
 */
public record ResponseHead(String line, int status, boolean old, Headers headers) {

    /** Whether another head follows. */
    public boolean interim() {
        return status < 200;
    }

    /** The bytes that say it. */
    public byte[] bytes() {
        StringBuilder text = new StringBuilder(512);
        text.append(line).append("\r\n");
        return HeadText.closed(text, headers).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Whether its sender closes the connection behind it. */
    public boolean closes() {
        return old || headers.tokens("connection").contains("close");
    }

    @Override
    public String toString() {
        return "ResponseHead[" + status + ", " + headers + "]";
    }
}
