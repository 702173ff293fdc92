package dev.quietus.execution.files;

import java.nio.file.Path;

/**
 * A path below the tracked folder, as it stands in records: names joined by {@code /}, the folder
 * itself as {@code .}. Printable text stands as it is; control and format characters, {@code %} and
 * bytes that are no UTF-8 are written {@code %XX}, so that a line, a terminal and a reader can't be
 * misled, and every name that the system allows has exactly one spelling.
 *
 * @param text the spelling
 */
public record TrackedPath(String text) implements Comparable<TrackedPath> {
    /** The tracked folder itself. */
    public static final TrackedPath ROOT = new TrackedPath(".");

    private static final int MAX_LENGTH = 32_768;

    /**
     * Checks that the text stays inside the folder and is the one spelling of its names.
     *
     * @throws IllegalArgumentException otherwise
     */
    public TrackedPath {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a path has " + text.length() + " characters");
        }
        if (!text.equals(".")) {
            for (String name : text.split("/", -1)) {
                NameText.check(name);
            }
        }
    }

    /** The path of an entry in this folder. */
    public TrackedPath child(String name) {
        return new TrackedPath(isRoot() ? name : text + "/" + name);
    }

    /** Tells whether this is the tracked folder itself. */
    public boolean isRoot() {
        return text.equals(".");
    }

    /** The folder that it lies in; the root's is the root. */
    public TrackedPath parent() {
        int slash = text.lastIndexOf('/');
        return slash < 0 ? ROOT : new TrackedPath(text.substring(0, slash));
    }

    /** How many folders above it lie in the tree, the root not counted: 0 for the root. */
    public int depth() {
        return isRoot() ? 0 : 1 + (int) text.chars().filter(c -> c == '/').count();
    }

    /** The last name, as a path of one element for the file system. */
    public Path name() {
        return NameText.decode(text.substring(text.lastIndexOf('/') + 1));
    }

    /** Where it lies under a root. */
    public Path under(Path root) {
        if (isRoot()) {
            return root;
        }
        Path path = root;
        for (String name : text.split("/", -1)) {
            path = path.resolve(NameText.decode(name));
        }
        return path;
    }

    /** Folders stand before what is in them, and what is in them before their next sibling. */
    @Override
    public int compareTo(TrackedPath other) {
        if (isRoot() || other.isRoot()) {
            return Boolean.compare(other.isRoot(), isRoot());
        }
        int shorter = Math.min(text.length(), other.text.length());
        for (int i = 0; i < shorter; i++) {
            int difference = Integer.compare(rank(text.charAt(i)), rank(other.text.charAt(i)));
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(text.length(), other.text.length());
    }

    private static int rank(char c) {
        return c == '/' ? -1 : c;
    }

    @Override
    public String toString() {
        return text;
    }
}
