package dev.quietus.client.http;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server answered, and said no: an answer that is not 2xx, normally with an RFC 9457 problem.
 *
 * <p>Where authority refused, {@link #decision()} names the denial.
 */
public final class QuietusProblemException extends QuietusException {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final int SHOWN = 500;

    private final int status;
    private final String rawBody;
    private final transient @Nullable JsonObject problem;

    private QuietusProblemException(
            String message, int status, String rawBody, @Nullable JsonObject problem) {
        super(message);
        this.status = status;
        this.rawBody = rawBody;
        this.problem = problem;
    }

    /** The problem that an answer tells; a body that is no JSON object is kept as text. */
    static QuietusProblemException of(String what, int status, byte[] body) {
        String raw = new String(body, StandardCharsets.UTF_8);
        JsonObject problem = problem(body);
        String told = Failures.shortened(problem == null ? raw : told(problem), SHOWN);
        String message =
                what + ": refused with status " + status + (told.isEmpty() ? "" : ": " + told);
        return new QuietusProblemException(message, status, raw, problem);
    }

    private static @Nullable JsonObject problem(byte[] body) {
        try {
            return Json.parse(body, JsonLimits.DEFAULT) instanceof JsonObject object
                    ? object
                    : null;
        } catch (JsonException notJson) {
            return null;
        }
    }

    private static String told(JsonObject problem) {
        String title = text(problem, "title").orElse("");
        String detail = text(problem, "detail").orElse("");
        return title.isEmpty() || detail.isEmpty() ? title + detail : title + " (" + detail + ")";
    }

    private static Optional<String> text(@Nullable JsonObject problem, String name) {
        if (problem == null || problem.member(name).isEmpty()) {
            return Optional.empty();
        }
        try {
            return problem.optionalString(name);
        } catch (JsonException notText) {
            return Optional.empty();
        }
    }

    /** The status code, 300 to 599. */
    public int status() {
        return status;
    }

    /**
     * Whether the server says "not now" (408, 425, 429) or could not answer (5xx), so that the same
     * may be taken later; else it refuses what was said.
     */
    public boolean isPassing() {
        return status >= 500 || status == 408 || status == 425 || status == 429;
    }

    /** The stable code of the problem, if the server gave one. */
    public Optional<String> code() {
        return text(problem, "code");
    }

    /** The denial where authority refused, such as {@code deny_parent_revoked}. */
    public Optional<String> decision() {
        return text(problem, "decision");
    }

    /** What kind of problem it is, for people. */
    public Optional<String> title() {
        return text(problem, "title");
    }

    /** What happened in this case, for people. */
    public Optional<String> detail() {
        return text(problem, "detail");
    }

    /** The whole problem with all its members; empty if the body was no JSON object. */
    public Optional<JsonObject> problem() {
        return Optional.ofNullable(problem);
    }

    /** The body as it came, decoded as UTF-8. */
    public String rawBody() {
        return rawBody;
    }
}
