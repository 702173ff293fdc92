package dev.quietus.server.http;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Decision;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One clear error, as RFC 9457 problem details with a stable {@code code}; thrown by handlers and
 * turned into the answer at the edge.
 */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Code code;
    private final transient Map<String, Object> members = new LinkedHashMap<>();

    /** Every code there is, with its status. Appended to, never renamed (docs/http.md). */
    public enum Code {
        /** The body is not JSON, not UTF-8, too deep, or cut off. */
        INVALID_JSON(400),
        /** A field that nobody knows. */
        UNKNOWN_FIELD(400),
        /** A field that must be there is not. */
        MISSING_FIELD(400),
        /** A field, path part or parameter has a value that is not allowed. */
        INVALID_VALUE(400),
        /** No token, or one that nobody knows. */
        UNAUTHENTICATED(401),
        /** The token's kind may not do this. */
        FORBIDDEN(403),
        /** Authority said no; the {@code decision} member says why. */
        DENIED(403),
        /** A child asks for more than its parent has. */
        WIDER_THAN_PARENT(403),
        /** An operator froze the registration of root runs. */
        FROZEN(403),
        /** There is no such thing. */
        NOT_FOUND(404),
        /** The path exists, not with this method. */
        METHOD_NOT_ALLOWED(405),
        /** The id or key is bound to other content. */
        CONFLICT(409),
        /** The business operation has an outcome, which is in the {@code operation} member. */
        HAS_OUTCOME(409),
        /** It must not start yet. */
        NOT_DUE(409),
        /** It can't be done in the present state. */
        WRONG_STATE(409),
        /** The decision or callback came after a stop; it was recorded and ignored. */
        STALE_IGNORED(409),
        /** The attempt was given up, or is another worker's. */
        ATTEMPT_GIVEN_UP(409),
        /** There is no receipt yet. */
        NO_RECEIPT_YET(404),
        /** The body is larger than allowed. */
        TOO_LARGE(413),
        /** The body is not declared as JSON. */
        UNSUPPORTED_MEDIA_TYPE(415),
        /** The record can't be written; the work must not start (S12). */
        RECORD_NOT_WRITTEN(503),
        /** More work waits than the server takes; nothing was written. */
        OVERLOADED(503),
        /** A bug; the log has the trace under the {@code incident} member. */
        INTERNAL(500);

        private final int status;

        Code(int status) {
            this.status = status;
        }

        /** The HTTP status it is sent with. */
        public int status() {
            return status;
        }

        /** Tells whether the same request may succeed later. */
        public boolean retryable() {
            return this == RECORD_NOT_WRITTEN || this == OVERLOADED || this == NOT_DUE;
        }
    }

    /**
     * Builds a problem.
     *
     * @param code which kind
     * @param detail what was attempted, with which id, and what was found against what was expected
     */
    public Problem(Code code, String detail) {
        super(detail, null, false, false);
        this.code = code;
    }

    /** Authority's refusal. */
    public static Problem denied(Decision decision, String detail) {
        return new Problem(Code.DENIED, detail).with("decision", Wire.of(decision));
    }

    /** Something that is not there. */
    public static Problem notFound(String what, String id) {
        return new Problem(Code.NOT_FOUND, "there is no " + what + " '" + id + "'");
    }

    /** The same with one more member. */
    public Problem with(String name, Object value) {
        members.put(name, value);
        return this;
    }

    /** The code. */
    public Code code() {
        return code;
    }

    /** The problem document. */
    public Map<String, Object> document() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", "about:blank");
        fields.put("title", Wire.of(code).replace('_', ' '));
        fields.put("status", code.status());
        fields.put("code", Wire.of(code));
        fields.put("detail", String.valueOf(getMessage()));
        fields.put("retryable", code.retryable());
        fields.putAll(members);
        return fields;
    }
}
