package dev.quietus.cli.view;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Names and values below each other. A value that is not there has no line. For one thread. */
final class Pairs {

    private static final int NAME = 16;

    private final Console console;
    private final JsonObject source;
    private final List<String> lines = new ArrayList<>();

    /** Pairs of this object's members. */
    Pairs(JsonObject source, Console console) {
        this.source = source;
        this.console = console;
    }

    /** A line for a member, whatever it is. */
    Pairs member(String name, String member) {
        Optional<JsonValue> value = source.member(member);
        return value.isPresent() ? pair(name, text(value.get())) : this;
    }

    /** A line for a member that is a word of the wire. */
    Pairs words(String name, String member) {
        Optional<String> value = source.optionalString(member);
        return value.isPresent() ? pair(name, Line.words(value.get())) : this;
    }

    /** A line for a member that is a time. */
    Pairs time(String name, String member) {
        return source.optionalInstant(member)
                .map(at -> pair(name, console.times().day(at)))
                .orElse(this);
    }

    /** A line of one's own. */
    Pairs pair(String name, String value) {
        if (!value.isEmpty()) {
            lines.add("  " + console.toned(Tone.DIM, Line.padded(name, NAME)) + "  "
                    + SafeText.of(value));
        }
        return this;
    }

    List<String> lines() {
        return lines;
    }

    private static String text(JsonValue value) {
        if (value instanceof JsonString string) {
            return string.value();
        }
        List<String> parts = new ArrayList<>();
        if (value instanceof JsonArray array) {
            array.values().forEach(element -> parts.add(text(element)));
            return String.join(", ", parts);
        }
        if (value instanceof JsonObject object) {
            for (Map.Entry<String, JsonValue> member : object.asMap().entrySet()) {
                parts.add(member.getKey() + "=" + text(member.getValue()));
            }
            return String.join(", ", parts);
        }
        return value.toJson();
    }
}
