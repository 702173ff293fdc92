package dev.quietus.drill.deployment;

import dev.quietus.client.json.JsonObject;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A request as the service reads it: bounded, decoded, not yet judged.
 *
 * @param method the method
 * @param path the decoded segments of the path
 * @param query the decoded parameters
 * @param headers its quietus-* headers, names in lower case
 * @param body its body; empty when none was sent
 */
record Request(
        String method,
        List<String> path,
        Map<String, String> query,
        Map<String, String> headers,
        JsonObject body) {

    /** The value of a quietus-* header. */
    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** A parameter of the query. */
    Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name));
    }

    /**
     * A parameter that is a whole number.
     *
     * @throws IllegalArgumentException when it is not one from 0 to {@code max}
     */
    long number(String name, long otherwise, long max) {
        Optional<String> text = parameter(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        String digits = text.get();
        if (!digits.matches("[0-9]{1,18}") || Long.parseLong(digits) > max) {
            throw new IllegalArgumentException("%s must be a whole number from 0 to %d, found %s"
                    .formatted(name, max, digits));
        }
        return Long.parseLong(digits);
    }

    /**
     * Checks that every parameter is one that the call knows; a misspelt filter must not look like
     * no filter.
     *
     * @throws IllegalArgumentException when one is not
     */
    void allows(String... names) {
        Set<String> known = Set.of(names);
        for (String name : query.keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("no such parameter here: " + name);
            }
        }
    }

    /**
     * The segments of a raw path.
     *
     * @throws IllegalArgumentException when it is not percent-encoded UTF-8
     */
    static List<String> segments(String rawPath) {
        return Arrays.stream(rawPath.split("/", -1))
                .filter(segment -> !segment.isEmpty())
                .map(Request::decoded)
                .toList();
    }

    /**
     * The parameters of a raw query.
     *
     * @throws IllegalArgumentException when it is not percent-encoded, a name comes twice, or a
     *     value is empty
     */
    static Map<String, String> parameters(String rawQuery) {
        Map<String, String> parameters = new TreeMap<>();
        for (String pair : rawQuery.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            if (value.isEmpty() || parameters.put(name, value) != null) {
                throw new IllegalArgumentException(name + " must come once and have a value");
            }
        }
        return parameters;
    }

    /** Percent-decoding as RFC 3986 has it: a plus sign stands for itself. */
    private static String decoded(String raw) {
        return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
