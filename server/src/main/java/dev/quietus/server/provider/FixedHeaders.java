package dev.quietus.server.provider;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Request headers that are the same on every call. Their values are secrets as a rule: they are
 * sent and never shown, not by {@link #toString} and not in an error.
 *
 * @param values name to value; names differ in more than case
 */
record FixedHeaders(Map<String, String> values) {
    /** No header. */
    static final FixedHeaders NONE = new FixedHeaders(Map.of());

    /** The longest value, in characters. */
    static final int MAX_VALUE_LENGTH = 8_192;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Headers that the connection, the bounds on the answer or the call itself decide about. */
    private static final Set<String> RESERVED = Set.of(
            "accept-encoding",
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "range",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "user-agent");

    FixedHeaders {
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
    }

    /** Tells whether a header of this name is among them, in any case. */
    boolean has(String name) {
        return values.containsKey(name);
    }

    /** The value of a header, by its name in any case. */
    Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** These and {@code others}; where both have one, the other's value. */
    FixedHeaders with(FixedHeaders others) {
        Map<String, String> merged = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        merged.putAll(values);
        merged.putAll(others.values);
        return new FixedHeaders(merged);
    }

    /**
     * Checks a declared name.
     *
     * @throws IllegalArgumentException when it is no header name (RFC 9110 section 5.1), or one
     *     that a declaration may not set
     */
    static String name(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a header name");
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (RESERVED.contains(lower) || lower.startsWith("quietus-")) {
            throw new IllegalArgumentException("this header is set by Quietus itself");
        }
        return name;
    }

    /**
     * Fills in {@code ${NAME}} from the environment and checks the value.
     *
     * @throws IllegalArgumentException when a variable is missing or the value cannot be sent; the
     *     message has no part of the value
     */
    static String value(String declared, Function<String, Optional<String>> environment) {
        StringBuilder out = new StringBuilder();
        Matcher matcher = REFERENCE.matcher(declared);
        while (matcher.find()) {
            String variable = matcher.group(1);
            if (!VARIABLE.matcher(variable).matches()) {
                throw new IllegalArgumentException(
                        "${…} has no name of an environment variable in it");
            }
            String value = environment
                    .apply(variable)
                    .filter(text -> !text.isEmpty())
                    .orElseThrow(() -> new IllegalArgumentException(
                            "environment variable " + variable + " is not set"));
            matcher.appendReplacement(out, Matcher.quoteReplacement(value));
        }
        matcher.appendTail(out);
        String value = out.toString();
        if (value.length() > MAX_VALUE_LENGTH) {
            throw new IllegalArgumentException(
                    "the value is longer than " + MAX_VALUE_LENGTH + " characters");
        }
        if (!value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'))) {
            throw new IllegalArgumentException(
                    "the value has a character that cannot stand in a header (a line break?)");
        }
        return value;
    }

    @Override
    public String toString() {
        return "FixedHeaders" + values.keySet();
    }
}
