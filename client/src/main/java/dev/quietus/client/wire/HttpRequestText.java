package dev.quietus.client.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One HTTP/1.1 request, to be written to a socket at once (RFC 9112, section 3). Its parts are
 * ASCII without line ends; that is its caller's care. Not thread-safe.
 */
public final class HttpRequestText {

    private final StringBuilder head = new StringBuilder(512);

    /**
     * A request without other headers than {@code Host}.
     *
     * @param method the method
     * @param target path and query
     * @param authority the server's name and port
     */
    public HttpRequestText(String method, String target, String authority) {
        head.append(method).append(' ').append(target).append(" HTTP/1.1");
        header("Host", authority);
    }

    /** Adds a header. */
    public void header(String name, String value) {
        head.append("\r\n").append(name).append(": ").append(value);
    }

    /** The bytes of one without a body. */
    public byte[] bytes() {
        return head.append("\r\n\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** The bytes of one with a body of JSON. */
    public byte[] bytes(byte[] json) {
        header("Content-Type", "application/json");
        header("Content-Length", Integer.toString(json.length));
        byte[] before = bytes();
        byte[] all = Arrays.copyOf(before, before.length + json.length);
        System.arraycopy(json, 0, all, before.length, json.length);
        return all;
    }
}
