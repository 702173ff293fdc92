package dev.quietus.gateway.model.wire;

import java.util.List;

/** How the end of a body is found (RFC 9112, 6.3). */
public sealed interface Framing {

    /** There is no body. */
    record None() implements Framing {}

    /**
     * So many bytes.
     *
     * @param bytes how many, at least 1
     */
    record Length(long bytes) implements Framing {}

    /** In chunks; the last one says so. */
    record Chunked() implements Framing {}

    /** Until the connection ends. */
    record UntilClose() implements Framing {}

    /** Longer numbers are refused. */
    int MOST_DIGITS = 18;

    /**
     * The framing of a request's body.
     *
     * @throws BadMessageException if it is not certain
     */
    static Framing of(RequestHead head) throws BadMessageException {
        return stated(head.headers(), 400, 501, new None());
    }

    /**
     * The framing of an answer's body.
     *
     * @param method what was asked
     * @throws BadMessageException if it is not certain
     */
    static Framing of(ResponseHead head, String method) throws BadMessageException {
        Framing stated = stated(head.headers(), 502, 502, new UntilClose());
        if (head.old() && stated instanceof Chunked) {
            throw new BadMessageException(502, "chunks in an HTTP/1.0 answer");
        }
        boolean bodiless = method.equals("HEAD")
                || head.interim()
                || head.status() == 204
                || head.status() == 304;
        return bodiless ? new None() : stated;
    }

    private static Framing stated(Headers headers, int bad, int unknown, Framing otherwise)
            throws BadMessageException {
        List<String> codings = headers.tokens("transfer-encoding");
        List<String> lengths = headers.all("content-length");
        if (!headers.all("transfer-encoding").isEmpty()) {
            if (!lengths.isEmpty()) {
                throw new BadMessageException(
                        bad, "both Content-Length and Transfer-Encoding are given");
            }
            if (!codings.equals(List.of("chunked"))) {
                throw new BadMessageException(
                        unknown, "a Transfer-Encoding other than chunked is not known here");
            }
            return new Chunked();
        }
        if (lengths.isEmpty()) {
            return otherwise;
        }
        if (lengths.size() > 1) {
            throw new BadMessageException(bad, "more than one Content-Length");
        }
        long length = number(lengths.getFirst(), bad);
        return length == 0 ? new None() : new Length(length);
    }

    private static long number(String digits, int bad) throws BadMessageException {
        boolean sound = !digits.isEmpty()
                && digits.length() <= MOST_DIGITS
                && digits.chars().allMatch(unit -> unit >= '0' && unit <= '9');
        if (!sound) {
            throw new BadMessageException(bad, "a Content-Length that is no number");
        }
        return Long.parseLong(digits);
    }
}
