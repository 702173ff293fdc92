package dev.quietus.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The fields of one JSON object in a request: each is asked for by name and type, and what nobody
 * asked for is refused with its name. Used by one thread.
 */
public final class Fields {
    private static final int MAX_LIST = 1_000;

    private final String path;
    private final ObjectNode node;
    private final Set<String> asked = new HashSet<>();

    /**
     * Wraps an object.
     *
     * @param path where it stands, for errors; empty for the body itself
     * @param node the object
     */
    public Fields(String path, ObjectNode node) {
        this.path = path;
        this.node = node;
    }

    /** Refuses every field that was not asked for. */
    public void done() {
        Set<String> unknown = new TreeSet<>();
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!asked.contains(name)) {
                unknown.add(
                        name.length() <= 100 ? path + name : path + name.substring(0, 100) + "…");
            }
        }
        if (!unknown.isEmpty()) {
            throw new Problem(
                            Problem.Code.UNKNOWN_FIELD,
                            "unknown field" + (unknown.size() == 1 ? " " : "s ")
                                    + String.join(
                                            ", ", unknown.stream().limit(10).toList())
                                    + "; known here: " + String.join(", ", new TreeSet<>(asked)))
                    .with("fields", unknown.stream().limit(10).toList());
        }
    }

    /** A string that may be missing. */
    public Optional<String> text(String name) {
        return value(name).map(value -> {
            if (!value.isTextual()) {
                throw wrong(name, "a string", value);
            }
            return value.textValue();
        });
    }

    /** A string that must be there. */
    public String required(String name) {
        return text(name).orElseThrow(() -> missing(name));
    }

    /** A string that is read into a type of its own. */
    public <T> Optional<T> parsed(String name, Function<String, T> reader) {
        return text(name).map(text -> read(name, text, reader));
    }

    /** A string that must be there and is read into a type of its own. */
    public <T> T requiredParsed(String name, Function<String, T> reader) {
        return read(name, required(name), reader);
    }

    /** A whole number within bounds. */
    public Optional<Long> number(String name, long least, long most) {
        return value(name).map(value -> {
            if (!value.isIntegralNumber() || !value.canConvertToLong()) {
                throw wrong(name, "a whole number", value);
            }
            long number = value.longValue();
            if (number < least || number > most) {
                throw invalid(name, "is " + number + ", allowed are " + least + " to " + most);
            }
            return number;
        });
    }

    /** A boolean, {@code otherwise} where it is missing. */
    public boolean flag(String name, boolean otherwise) {
        return value(name)
                .map(value -> {
                    if (!value.isBoolean()) {
                        throw wrong(name, "true or false", value);
                    }
                    return value.booleanValue();
                })
                .orElse(otherwise);
    }

    /** An RFC 3339 time, cut to whole milliseconds. */
    public Optional<Instant> time(String name) {
        return text(name).map(text -> {
            try {
                Instant at = java.time.OffsetDateTime.parse(text)
                        .toInstant()
                        .truncatedTo(ChronoUnit.MILLIS);
                if (at.isBefore(Instant.EPOCH) || at.isAfter(LATEST)) {
                    throw invalid(
                            name,
                            "is '" + shortened(text) + "', allowed are the years 1970 to 9999");
                }
                return at;
            } catch (DateTimeException e) {
                throw invalid(
                        name,
                        "is '" + shortened(text)
                                + "', expected an RFC 3339 time like 2026-08-16T11:20:00Z");
            }
        });
    }

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    /**
     * A duration: whole seconds, or a string like {@code 500ms}, {@code 30s}, {@code 5m},
     * {@code 2h}.
     */
    public Optional<Duration> duration(String name, Duration most) {
        return value(name).map(value -> {
            Duration duration;
            if (value.isIntegralNumber() && value.canConvertToLong()) {
                duration = Duration.ofSeconds(Math.min(value.longValue(), Integer.MAX_VALUE));
            } else if (value.isTextual()) {
                duration = read(name, value.textValue(), Durations::parse);
            } else {
                throw wrong(name, "a duration like 30s", value);
            }
            if (duration.isNegative() || duration.compareTo(most) > 0) {
                throw invalid(
                        name,
                        "is " + Durations.show(duration) + ", allowed are 0s to "
                                + Durations.show(most));
            }
            return duration;
        });
    }

    /** A list of strings, each read into a type of its own. */
    public <T> Optional<List<T>> list(String name, Function<String, T> reader) {
        return value(name).map(value -> {
            if (!value.isArray()) {
                throw wrong(name, "a list of strings", value);
            }
            if (value.size() > MAX_LIST) {
                throw invalid(
                        name,
                        "has " + value.size() + " entries, at most " + MAX_LIST + " are allowed");
            }
            List<T> items = new ArrayList<>();
            for (JsonNode item : value) {
                if (!item.isTextual()) {
                    throw wrong(name, "a list of strings", item);
                }
                items.add(read(name, item.textValue(), reader));
            }
            return items;
        });
    }

    /** An object of strings. */
    public Map<String, String> map(String name) {
        Map<String, String> all = new LinkedHashMap<>();
        value(name).ifPresent(value -> {
            if (!(value instanceof ObjectNode object)) {
                throw wrong(name, "an object of strings", value);
            }
            object.properties().forEach(entry -> {
                if (!entry.getValue().isTextual()) {
                    throw wrong(name + "." + entry.getKey(), "a string", entry.getValue());
                }
                all.put(entry.getKey(), entry.getValue().textValue());
            });
        });
        return all;
    }

    /** An object inside. */
    public Optional<Fields> object(String name) {
        return value(name).map(value -> {
            if (!(value instanceof ObjectNode object)) {
                throw wrong(name, "an object", value);
            }
            return new Fields(path + name + ".", object);
        });
    }

    private Optional<JsonNode> value(String name) {
        asked.add(name);
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    private <T> T read(String name, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new Problem(Problem.Code.INVALID_VALUE, path + name + ": " + e.getMessage())
                    .with("field", path + name);
        }
    }

    /** The problem of a field that is not there. */
    public Problem missing(String name) {
        return new Problem(Problem.Code.MISSING_FIELD, "field " + path + name + " is missing")
                .with("field", path + name);
    }

    private Problem wrong(String name, String expected, JsonNode found) {
        return invalid(
                name,
                "must be " + expected + ", found "
                        + found.getNodeType().name().toLowerCase(java.util.Locale.ROOT));
    }

    private Problem invalid(String name, String what) {
        return new Problem(Problem.Code.INVALID_VALUE, "field " + path + name + " " + what)
                .with("field", path + name);
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
