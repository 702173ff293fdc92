package dev.quietus.gateway.model.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The field lines of a head, in their order and spelling.
 *
 * @param lines all of them
 */
public record Headers(List<HeaderLine> lines) {

    /** Takes a copy. */
    public Headers {
        lines = List.copyOf(lines);
    }

    /** The values of all lines of this name. */
    public List<String> all(String name) {
        List<String> values = new ArrayList<>(1);
        for (HeaderLine line : lines) {
            if (line.is(name)) {
                values.add(line.value());
            }
        }
        return values;
    }

    /** The value of the first line of this name. */
    public Optional<String> first(String name) {
        for (HeaderLine line : lines) {
            if (line.is(name)) {
                return Optional.of(line.value());
            }
        }
        return Optional.empty();
    }

    /** The elements of a comma-separated field, in lower case, over all its lines. */
    public List<String> tokens(String name) {
        List<String> tokens = new ArrayList<>(2);
        for (String value : all(name)) {
            for (String token : value.split(",", -1)) {
                String bare = token.strip().toLowerCase(Locale.ROOT);
                if (!bare.isEmpty()) {
                    tokens.add(bare);
                }
            }
        }
        return tokens;
    }

    /** The lines that are kept, or what they are replaced by. */
    public Headers map(Function<HeaderLine, Optional<HeaderLine>> change) {
        List<HeaderLine> changed = new ArrayList<>(lines.size());
        for (HeaderLine line : lines) {
            change.apply(line).ifPresent(changed::add);
        }
        return new Headers(changed);
    }

    /** Names only: values may be keys. */
    @Override
    public String toString() {
        return "Headers" + lines.stream().map(HeaderLine::name).toList();
    }
}
