package dev.quietus.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The arguments of Codex that decide which settings hold.
 *
 * @param settings those words themselves, in their order
 * @param overrides those of them that change single settings: of two for the same, the later holds
 * @param others all words but the overrides, in their order
 * @param directory the folder that it is told to work in
 */
record CodexArguments(
        List<String> settings,
        List<String> overrides,
        List<String> others,
        Optional<String> directory) {
    private static final Set<String> OVERRIDE = Set.of("-c", "--config");
    private static final Set<String> OTHER = Set.of("-p", "--profile", "--enable", "--disable");
    private static final Set<String> FOLDER = Set.of("-C", "--cd");

    /** Copies the lists. */
    CodexArguments {
        settings = List.copyOf(settings);
        overrides = List.copyOf(overrides);
        others = List.copyOf(others);
    }

    /** Reads what stands behind the program. Behind {@code --} nothing is an option. */
    static CodexArguments read(List<String> arguments) {
        List<String> settings = new ArrayList<>();
        List<String> overrides = new ArrayList<>();
        List<String> others = new ArrayList<>();
        Optional<String> directory = Optional.empty();
        int i = 0;
        while (i < arguments.size() && !arguments.get(i).equals("--")) {
            String word = arguments.get(i);
            boolean joined = word.startsWith("--") && word.contains("=") || word.matches("-c.+=.*");
            String name = !joined
                    ? word
                    : word.startsWith("--") ? word.substring(0, word.indexOf('=')) : "-c";
            boolean valued =
                    OVERRIDE.contains(name) || OTHER.contains(name) || FOLDER.contains(name);
            int end = Math.min(arguments.size(), i + (valued && !joined ? 2 : 1));
            List<String> words = arguments.subList(i, end);
            (OVERRIDE.contains(name) ? overrides : others).addAll(words);
            if (OVERRIDE.contains(name) || OTHER.contains(name)) {
                settings.addAll(words);
            } else if (FOLDER.contains(name) && (joined || words.size() == 2)) {
                directory =
                        Optional.of(joined ? word.substring(name.length() + 1) : words.getLast());
            }
            i = end;
        }
        others.addAll(arguments.subList(i, arguments.size()));
        return new CodexArguments(settings, overrides, others, directory);
    }
}
