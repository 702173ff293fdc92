package dev.quietus.server.provider;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * One value of a YAML file with its place. Reading it as something it is not notes a problem and
 * gives nothing.
 *
 * @param problems where problems are noted
 * @param line its line, from 1
 * @param key the path of keys that leads to it
 * @param node the value
 */
record Field(Problems problems, int line, String key, Node node) {
    /** The most items of a list. */
    static final int MAX_ITEMS = 200;

    /** Notes that something is wrong with this value. */
    void wrong(String what) {
        problems.add(line, key, what);
    }

    /** The value as a text that is not empty. */
    Optional<String> text(int maxLength) {
        if (!(node instanceof ScalarNode scalar) || isForeign()) {
            wrong("must be a text");
            return Optional.empty();
        }
        if (scalar.getTag().equals(Tag.NULL) || scalar.getValue().isBlank()) {
            wrong("is empty");
            return Optional.empty();
        }
        if (scalar.getValue().length() > maxLength) {
            wrong("is longer than " + maxLength + " characters");
            return Optional.empty();
        }
        return Optional.of(scalar.getValue());
    }

    /** The value as a text that {@code parser} understands; its complaint becomes the problem. */
    <T> Optional<T> parsed(int maxLength, Function<String, T> parser) {
        Optional<String> text = text(maxLength);
        try {
            return text.map(parser);
        } catch (IllegalArgumentException e) {
            wrong(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** The value as a duration within bounds. */
    Optional<Duration> duration(Duration min, Duration max) {
        return parsed(20, DurationText::parse).filter(duration -> {
            boolean within = duration.compareTo(min) >= 0 && duration.compareTo(max) <= 0;
            if (!within) {
                wrong("must be from " + DurationText.write(min) + " to " + DurationText.write(max));
            }
            return within;
        });
    }

    /** The value as {@code true} or {@code false}. */
    Optional<Boolean> flag() {
        if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.BOOL)) {
            return Optional.of(Boolean.valueOf(scalar.getValue()));
        }
        wrong("must be true or false");
        return Optional.empty();
    }

    /** The value as an HTTP status. */
    OptionalInt status() {
        if (node instanceof ScalarNode scalar && scalar.getValue().matches("[1-5][0-9][0-9]")) {
            return OptionalInt.of(Integer.parseInt(scalar.getValue()));
        }
        wrong("must be an HTTP status such as 404");
        return OptionalInt.empty();
    }

    /** The value as a list, its items with their own places. */
    List<Field> items() {
        if (!(node instanceof SequenceNode sequence) || isForeign()) {
            wrong("must be a list");
            return List.of();
        }
        if (sequence.getValue().size() > MAX_ITEMS) {
            wrong("has more than " + MAX_ITEMS + " items");
            return List.of();
        }
        List<Field> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            String place = key + "[" + items.size() + "]";
            items.add(new Field(problems, Section.lineOf(item, line), place, item));
        }
        return items;
    }

    /** The value as a mapping. */
    Optional<Section> section() {
        if (!(node instanceof MappingNode mapping) || isForeign()) {
            wrong("must be a mapping of keys to values");
            return Optional.empty();
        }
        return Optional.of(Section.of(problems, line, key, mapping));
    }

    // A tag such as !!binary or !secret asks for a meaning that nothing here gives it.
    private boolean isForeign() {
        String tag = node.getTag().getValue();
        return !tag.startsWith("tag:yaml.org,2002:") || tag.endsWith("binary");
    }
}
