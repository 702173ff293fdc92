package dev.quietus.server.http;

import com.sun.net.httpserver.HttpExchange;
import dev.quietus.core.authority.Principal;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One request as a handler sees it: who asks, path parts, parameters, and the body on demand. Used
 * by one thread.
 */
public final class Request {
    /** The largest body, in bytes. */
    public static final int MAX_BODY = 1 << 20;

    private final HttpExchange exchange;
    private final Map<String, String> parts;
    private final Principal principal;
    private final Runnable entering;
    private final Map<String, String> query;

    Request(
            HttpExchange exchange,
            Map<String, String> parts,
            Principal principal,
            Runnable entering) {
        this.exchange = exchange;
        this.parts = parts;
        this.principal = principal;
        this.entering = entering;
        this.query = query(exchange.getRequestURI().getRawQuery());
    }

    /** Who asks. */
    public Principal principal() {
        return principal;
    }

    /**
     * For calls that wait or stream: checks again that the token lets its holder in, so that one
     * that is taken away counts no longer than until the next look.
     *
     * @throws Problem when it does not any more
     */
    public void requireStillAllowed() {
        entering.run();
    }

    /** A part of the path, read into a type of its own. */
    public <T> T part(String name, Function<String, T> reader) {
        String value = Optional.ofNullable(parts.get(name)).orElseThrow();
        return read(name, value, reader);
    }

    /** A query parameter that may be missing. */
    public <T> Optional<T> parameter(String name, Function<String, T> reader) {
        return Optional.ofNullable(query.get(name)).map(value -> read(name, value, reader));
    }

    /** A whole-number parameter within bounds. */
    public long number(String name, long otherwise, long least, long most) {
        return parameter(name, text -> {
                    long value = Long.parseLong(text);
                    if (value < least || value > most) {
                        throw new IllegalArgumentException(
                                "'" + text + "' is not between " + least + " and " + most);
                    }
                    return value;
                })
                .orElse(otherwise);
    }

    /** Refuses parameters that are not among these. */
    public void onlyParameters(String... known) {
        Set<String> unknown = new TreeSet<>(query.keySet());
        unknown.removeAll(Set.of(known));
        if (!unknown.isEmpty()) {
            throw new Problem(
                    Problem.Code.UNKNOWN_FIELD,
                    "unknown parameter " + String.join(", ", unknown)
                            + (known.length == 0
                                    ? ""
                                    : "; known here: " + String.join(", ", known)));
        }
    }

    /** A header, if it was sent. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    /** Tells whether the client wants a live stream. */
    public boolean wantsStream() {
        return header("Accept")
                .filter(accept -> accept.contains("text/event-stream"))
                .isPresent();
    }

    /**
     * The body as fields; an empty body is an object without fields. What has a body takes no query
     * parameters.
     */
    public Fields body() {
        onlyParameters();
        byte[] bytes = bytes();
        if (bytes.length == 0) {
            return new Fields("", Json.object(new byte[] {'{', '}'}));
        }
        requirePlainJson();
        return new Fields("", Json.object(bytes));
    }

    private void requirePlainJson() {
        String type = header("Content-Type").orElse("application/json");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw new Problem(
                    Problem.Code.UNSUPPORTED_MEDIA_TYPE,
                    "the body must be application/json, not " + shortened(type));
        }
        String coding = header("Content-Encoding").orElse("identity");
        if (!coding.strip().equalsIgnoreCase("identity")) {
            throw new Problem(
                    Problem.Code.UNSUPPORTED_MEDIA_TYPE,
                    "the body must be sent as it is, not with Content-Encoding "
                            + shortened(coding));
        }
    }

    private byte[] bytes() {
        Optional<String> declared = header("Content-Length");
        if (declared.filter(Request::tooLong).isPresent()) {
            throw tooLarge();
        }
        try (InputStream in = exchange.getRequestBody()) {
            byte[] bytes = in.readNBytes(MAX_BODY + 1);
            if (bytes.length > MAX_BODY) {
                throw tooLarge();
            }
            return bytes;
        } catch (IOException | IndexOutOfBoundsException e) {
            // The platform reads a chunk length beyond 31 bits as a negative one, and trips over
            // it.
            throw new Problem(Problem.Code.INVALID_JSON, "the body ended before it was complete");
        }
    }

    private static boolean tooLong(String length) {
        return length.length() > 9 || Long.parseLong(length) > MAX_BODY;
    }

    private static Problem tooLarge() {
        return new Problem(
                Problem.Code.TOO_LARGE, "the body is larger than " + MAX_BODY + " bytes");
    }

    private static <T> T read(String name, String value, Function<String, T> reader) {
        try {
            return reader.apply(value);
        } catch (IllegalArgumentException e) {
            String why = e instanceof NumberFormatException
                    ? "'" + shortened(value) + "' is not a number"
                    : e.getMessage();
            throw new Problem(Problem.Code.INVALID_VALUE, name + ": " + why).with("field", name);
        }
    }

    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> all = new HashMap<>();
        if (raw == null || raw.isEmpty()) {
            return all;
        }
        for (String pair : raw.split("&", 100)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            if (all.put(decoded(name, true), decoded(value, true)) != null) {
                throw new Problem(
                        Problem.Code.INVALID_VALUE,
                        "parameter " + decoded(name, true) + " is given twice");
            }
        }
        return all;
    }

    /** Decodes percent-encoding; in a path a plus sign stands for itself. */
    static String decoded(String raw, boolean form) {
        try {
            return URLDecoder.decode(form ? raw : raw.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Problem(
                    Problem.Code.INVALID_VALUE,
                    "'" + shortened(raw) + "' is not valid percent-encoding");
        }
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
