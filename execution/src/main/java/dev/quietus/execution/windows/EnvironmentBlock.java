package dev.quietus.execution.windows;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An environment as CreateProcessW takes it: {@code NAME=value} strings, each with a NUL at its
 * end, sorted by name without regard to case, and one NUL more.
 */
final class EnvironmentBlock {
    /** Windows compares names in upper case, character by character, in no language. */
    private static final Comparator<String> BY_NAME =
            Comparator.comparing(name -> name.toUpperCase(Locale.ROOT));

    /** Without it, parts of Windows do not work in the child. */
    private static final String ROOT = "SystemRoot";

    private EnvironmentBlock() {}

    /**
     * Puts it together.
     *
     * @param own this process's environment: gives {@code SystemRoot} where the other lacks it
     * @throws IllegalArgumentException when two names differ by case only, or one can't be a name
     */
    static char[] of(Map<String, String> environment, Map<String, String> own) {
        Map<String, String> sorted = new TreeMap<>(BY_NAME);
        environment.forEach((name, value) -> {
            // Names like "=C:" are Windows' own, and carry a folder for each drive.
            if (name.isEmpty() || name.indexOf('=', 1) >= 0) {
                throw new IllegalArgumentException("no name of a variable: '" + name + "'");
            }
            if (sorted.put(name, value) != null) {
                throw new IllegalArgumentException(
                        "two variables are one to Windows: " + name + ", in another case");
            }
        });
        String root = lookUp(own, ROOT);
        if (!root.isEmpty()) {
            sorted.putIfAbsent(ROOT, root);
        }
        StringBuilder block = new StringBuilder();
        sorted.forEach(
                (name, value) -> block.append(name).append('=').append(value).append('\0'));
        if (sorted.isEmpty()) {
            block.append('\0');
        }
        return block.append('\0').toString().toCharArray();
    }

    /** A variable's value; empty when there is none. */
    static String lookUp(Map<String, String> environment, String name) {
        return environment.entrySet().stream()
                .filter(each -> each.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }
}
