package dev.quietus.server.provider;

import dev.quietus.core.Text;
import dev.quietus.core.settlement.ProviderCall;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with placeholders such as {@code {run_id}}; immutable. Braces around anything but a lower
 * case word are plain text, so JSON can be written as it is.
 *
 * @param source the text as declared
 * @param parts its parts in order
 */
record Template(String source, List<Part> parts) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z][a-z0-9_]*)}");

    Template {
        parts = List.copyOf(parts);
    }

    /** A stretch of plain text, or a place to fill in. */
    sealed interface Part {
        /**
         * Plain text.
         *
         * @param text as it is sent
         */
        record Plain(String text) implements Part {}

        /**
         * A place to fill in.
         *
         * @param placeholder with what
         * @param at where its brace stands in the source
         */
        record Hole(Placeholder placeholder, int at) implements Part {}
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException when it has an unknown placeholder
     */
    static Template parse(String source) {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PLACEHOLDER.matcher(source);
        int from = 0;
        while (matcher.find()) {
            parts.add(new Part.Plain(source.substring(from, matcher.start())));
            parts.add(new Part.Hole(Placeholder.named(matcher.group(1)), matcher.start()));
            from = matcher.end();
        }
        parts.add(new Part.Plain(source.substring(from)));
        return new Template(source, parts);
    }

    /** The places to fill in, in order. */
    List<Part.Hole> holes() {
        return parts.stream()
                .filter(Part.Hole.class::isInstance)
                .map(Part.Hole.class::cast)
                .toList();
    }

    /**
     * Fills in the values of one operation. A value that came from a worker or a provider and is
     * not an id (1 to 200 printable ASCII characters without spaces) counts as none.
     */
    Expansion expand(ProviderCall call, Escape escape) {
        StringBuilder out = new StringBuilder(source.length() + 64);
        for (Part part : parts) {
            switch (part) {
                case Part.Plain plain -> out.append(plain.text());
                case Part.Hole hole -> {
                    Optional<String> value = hole.placeholder().in(call);
                    if (value.isEmpty() || value.get().isEmpty()) {
                        return new Expansion.Lacking(hole.placeholder().lacking());
                    }
                    if (!isId(value.get())) {
                        return new Expansion.Lacking(
                                "the reported " + hole.placeholder().word() + " is not an id");
                    }
                    out.append(escape.write(value.get()));
                }
            }
        }
        return new Expansion.Complete(out.toString());
    }

    /** The text with a sample in each place, to be tried when it is loaded. */
    String sample() {
        StringBuilder out = new StringBuilder(source.length() + 64);
        for (Part part : parts) {
            switch (part) {
                case Part.Plain plain -> out.append(plain.text());
                case Part.Hole hole -> out.append(hole.placeholder().sample());
            }
        }
        return out.toString();
    }

    /**
     * Checks that every placeholder stands inside a quoted text, where an escaped value is only
     * ever content; {@code {revocation_epoch}}, a number, may stand anywhere.
     *
     * @throws IllegalArgumentException when one does not
     */
    void checkQuoted(Quoting quoting) {
        for (Part.Hole hole : holes()) {
            if (hole.placeholder() != Placeholder.REVOCATION_EPOCH && !quoting.inside(hole.at())) {
                throw new IllegalArgumentException(
                        "placeholder {" + hole.placeholder().word() + "} must stand inside quotes");
            }
        }
    }

    /** Tells whether a value that came from outside may be used as an id. */
    static boolean isId(String value) {
        try {
            Text.id("value", value);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
