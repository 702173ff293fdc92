package dev.quietus.server.provider;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * One mapping of a YAML file. Keys are taken out one by one; what nobody took by the end is unknown
 * and refused. Confined to the thread that reads the file.
 */
final class Section {
    private final Problems problems;
    private final int line;
    private final String key;
    private final Map<String, Field> fields;
    private final Set<String> known = new TreeSet<>();

    private Section(Problems problems, int line, String key, Map<String, Field> fields) {
        this.problems = problems;
        this.line = line;
        this.key = key;
        this.fields = fields;
    }

    /**
     * Reads the keys of a mapping; a key that is there twice is a problem, the first one counts.
     */
    static Section of(Problems problems, int line, String key, MappingNode mapping) {
        Map<String, Field> fields = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            int at = lineOf(entry.getKeyNode(), line);
            if (!(entry.getKeyNode() instanceof ScalarNode scalar)
                    || scalar.getValue().isBlank()) {
                problems.add(at, key, "has a key that is not a word");
                continue;
            }
            String name = scalar.getValue();
            String place = key.isEmpty() ? shown(name) : key + "." + shown(name);
            Field field = new Field(problems, at, place, entry.getValueNode());
            Field first = fields.putIfAbsent(name, field);
            if (first != null) {
                problems.add(at, place, "is there twice (first on line " + first.line() + ")");
            }
        }
        return new Section(problems, line, key, fields);
    }

    /** The line of a node, from 1; {@code otherwise} where it has none. */
    static int lineOf(Node node, int otherwise) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(otherwise);
    }

    /** Takes a key that may be absent. */
    Optional<Field> take(String name) {
        known.add(name);
        return Optional.ofNullable(fields.get(name));
    }

    /** Takes a key that must be there; its absence is a problem. */
    Optional<Field> need(String name) {
        Optional<Field> field = take(name);
        if (field.isEmpty()) {
            problems.add(line, key.isEmpty() ? name : key + "." + name, "is missing");
        }
        return field;
    }

    /** Takes all that is there, where the keys are names of the user's own. */
    Map<String, Field> takeAll() {
        known.addAll(fields.keySet());
        return Map.copyOf(fields);
    }

    /** The keys in the order of the file. */
    List<String> names() {
        return new ArrayList<>(fields.keySet());
    }

    /** Notes that something is wrong with the mapping as a whole. */
    void wrong(String what) {
        problems.add(line, key, what);
    }

    /** Refuses every key that was not taken, and names the nearest one that is known. */
    void refuseOthers() {
        fields.forEach((name, field) -> {
            if (!known.contains(name)) {
                field.wrong("unknown key; "
                        + nearest(name)
                                .map(near -> "did you mean '" + near + "'?")
                                .orElse("known here: " + String.join(", ", known)));
            }
        });
    }

    private Optional<String> nearest(String name) {
        int allowed = Math.max(2, Math.min(name.length(), 30) / 3);
        return known.stream()
                .filter(candidate -> distance(name, candidate) <= allowed)
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)));
    }

    // Levenshtein; names that differ much in length are not near, so long ones cost nothing.
    private static int distance(String one, String other) {
        if (Math.abs(one.length() - other.length()) > 10) {
            return Integer.MAX_VALUE;
        }
        int[] previous = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] current = new int[other.length() + 1];
            current[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int change = previous[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(change, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[other.length()];
    }

    private static String shown(String name) {
        String clean = name.replaceAll("\\p{Cntrl}", "?");
        return clean.length() <= 60 ? clean : clean.substring(0, 60) + "…";
    }
}
