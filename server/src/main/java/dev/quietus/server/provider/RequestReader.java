package dev.quietus.server.provider;

import com.fasterxml.jackson.core.JsonProcessingException;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** Reads the parts that every declared request has: method, path, time-out, headers, body. */
final class RequestReader {
    /** What a call may take if nothing is declared. */
    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    /** What a call may take at the longest. */
    static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

    /** The longest path and the longest base address, in characters. */
    static final int MAX_PATH_LENGTH = 1_000;

    /** The longest body, in characters. */
    static final int MAX_BODY_LENGTH = 65_536;

    /** The most headers of one provider or request. */
    static final int MAX_HEADERS = 50;

    private final Function<String, Optional<String>> environment;

    RequestReader(Function<String, Optional<String>> environment) {
        this.environment = environment;
    }

    /**
     * Takes the keys of a request.
     *
     * @param methods the methods that are allowed, the first one the default
     */
    Optional<RequestDeclaration> request(Section section, List<String> methods) {
        String method = section.take("method")
                .flatMap(field -> field.parsed(20, text -> method(text, methods)))
                .orElse(methods.getFirst());
        Optional<Template> path = section.need("path").flatMap(RequestReader::path);
        Duration timeout = section.take("timeout")
                .flatMap(field -> field.duration(Duration.ofMillis(1), MAX_TIMEOUT))
                .orElse(DEFAULT_TIMEOUT);
        FixedHeaders headers = headers(section.take("headers"));
        Optional<Field> declaredBody = section.take("body");
        Optional<Template> body =
                declaredBody.flatMap(field -> field.parsed(MAX_BODY_LENGTH, RequestReader::body));
        declaredBody
                .filter(field -> method.equals("GET"))
                .ifPresent(field -> field.wrong("a GET has no body"));
        declaredBody
                .filter(field -> headers.value("content-type")
                        .filter(type -> !isJson(type))
                        .isPresent())
                .ifPresent(field ->
                        field.wrong("must go with a JSON content-type, or with none declared"));
        return path.map(
                template -> new RequestDeclaration(method, template, timeout, headers, body));
    }

    /** Reads a mapping of header names to values; nothing of a value gets into a problem. */
    FixedHeaders headers(Optional<Field> declared) {
        Optional<Section> section = declared.flatMap(Field::section);
        if (section.isEmpty()) {
            return FixedHeaders.NONE;
        }
        Map<String, Field> fields = section.get().takeAll();
        if (fields.size() > MAX_HEADERS) {
            section.get().wrong("has more than " + MAX_HEADERS + " headers");
            return FixedHeaders.NONE;
        }
        Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : section.get().names()) {
            Field field = fields.get(name);
            if (field == null) {
                continue;
            }
            Optional<String> value = field.parsed(FixedHeaders.MAX_VALUE_LENGTH, text -> {
                FixedHeaders.name(name);
                return FixedHeaders.value(text, environment);
            });
            if (value.isPresent() && values.putIfAbsent(name, value.get()) != null) {
                field.wrong("is there twice; the case of a header's name makes no difference");
            }
        }
        return new FixedHeaders(values);
    }

    /**
     * Reads a list of statuses.
     *
     * @param allowed which of them may stand there
     * @param otherwise what to say of one that may not
     */
    static Statuses statuses(Field list, IntPredicate allowed, String otherwise) {
        TreeSet<Integer> statuses = new TreeSet<>();
        for (Field item : list.items()) {
            item.status().ifPresent(status -> {
                if (!allowed.test(status)) {
                    item.wrong("HTTP " + status + " cannot stand here: " + otherwise);
                } else if (!statuses.add(status)) {
                    item.wrong("HTTP " + status + " is there twice");
                }
            });
        }
        return Statuses.of(statuses);
    }

    /** Reads a path with its query. */
    static Optional<Template> path(Field field) {
        return field.parsed(MAX_PATH_LENGTH, text -> {
            if (!text.startsWith("/")) {
                throw new IllegalArgumentException("must begin with /");
            }
            if (text.contains("#")) {
                throw new IllegalArgumentException("a fragment (#) is not sent to a service");
            }
            Template template = Template.parse(text);
            if (Preparation.hasDotSegment(template.sample())) {
                throw new IllegalArgumentException("must have no segment '.' or '..'");
            }
            try {
                var _ = new URI("http://host" + template.sample());
            } catch (URISyntaxException e) {
                throw new IllegalArgumentException(
                        "not a path: " + e.getReason()
                                + "; percent-encode what is not a placeholder",
                        e);
            }
            return template;
        });
    }

    /** Reads the base address; its text is not repeated in an error, it may hold a password. */
    static String baseUrl(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("not a URL", e);
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("must begin with http:// or https://");
        }
        if (uri.getRawAuthority() != null && uri.getRawAuthority().contains("@")) {
            throw new IllegalArgumentException(
                    "must have no user info; put credentials into headers as ${NAME}");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException(
                    "must have a host name of letters, digits, dots and hyphens");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65_535) {
            throw new IllegalArgumentException("must have a port from 1 to 65535");
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("must have no query and no fragment");
        }
        if (Preparation.hasDotSegment(uri.getRawPath())) {
            throw new IllegalArgumentException("must have no segment '.' or '..'");
        }
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private static String method(String text, List<String> methods) {
        String method = text.toUpperCase(Locale.ROOT);
        if (!methods.contains(method)) {
            throw new IllegalArgumentException("must be one of " + String.join(", ", methods));
        }
        return method;
    }

    private static Template body(String text) {
        Template template = Template.parse(text);
        template.checkQuoted(Quoting.of(text, "\""));
        try {
            var _ = JsonAnswer.MAPPER.readTree(template.sample());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
        return template;
    }

    private static boolean isJson(String contentType) {
        String type = contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
        return type.equals("application/json") || type.endsWith("+json");
    }
}
