package dev.quietus.verify.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One text file of the project, most often a Markdown document.
 *
 * @param path where it lies below the project's root
 * @param text all of it
 */
public record Document(Path path, String text) {
    private static final Pattern FENCE =
            Pattern.compile("^```(\\w*)[^\\n]*\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** The project's root; the build names it in {@code quietus.root}. */
    public static Path root() {
        Path root = Path.of(System.getProperty("quietus.root", ".."))
                .toAbsolutePath()
                .normalize();
        assertThat(root.resolve("docs"))
                .as("quietus.root must be the project's root")
                .isDirectory();
        return root;
    }

    /** Reads a file below the project's root. */
    public static Document read(String path) {
        Path file = Path.of(path);
        try {
            return new Document(file, Files.readString(root().resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException("could not read " + path, e);
        }
    }

    /** The fenced blocks of a language under a heading, in their order. */
    public List<String> blocks(String heading, String language) {
        List<String> found = new ArrayList<>();
        Matcher fence = FENCE.matcher(section(heading));
        while (fence.find()) {
            if (fence.group(1).equals(language)) {
                found.add(fence.group(2));
            }
        }
        return found;
    }

    /** From a heading, written with its number signs, to the next of the same or a higher level. */
    public String section(String heading) {
        int level = heading.indexOf(' ');
        int begin = text.startsWith(heading + "\n") ? 0 : text.indexOf("\n" + heading + "\n") + 1;
        assertThat(text.startsWith(heading + "\n") || begin > 0)
                .as("%s has the heading '%s'", path, heading)
                .isTrue();
        Matcher next =
                Pattern.compile("^#{1," + level + "} ", Pattern.MULTILINE).matcher(text);
        int end = next.find(begin + heading.length()) ? next.start() : text.length();
        return text.substring(begin, end);
    }

    /** The rows of the first table under a heading, without its head, as trimmed cells. */
    public List<List<String>> table(String heading) {
        List<String> lines = section(heading)
                .lines()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(lines.size()).as("%s, %s: rows of the table", path, heading).isGreaterThan(2);
        return lines.stream().skip(2).map(Document::cells).toList();
    }

    /** The code words in the first column of the first table under a heading. */
    public List<String> firstColumn(String heading) {
        return table(heading).stream().map(row -> code(row.getFirst())).toList();
    }

    /** The first code word of a cell. */
    public static String code(String cell) {
        Matcher word = CODE.matcher(cell);
        assertThat(word.find()).as("'%s' has a word in backquotes", cell).isTrue();
        return word.group(1);
    }

    private static List<String> cells(String line) {
        String inner = line.strip().replaceAll("^\\||\\|$", "");
        return Arrays.stream(inner.split("(?<!\\\\)\\|", -1)).map(String::strip).toList();
    }

    /**
     * Fails unless a file says exactly this; leaves the text in {@code verify/target/fresh} then,
     * for copying.
     */
    public static void requireFresh(String path, String expected) {
        Path file = root().resolve(path);
        try {
            boolean same = Files.exists(file) && Files.readString(file).equals(expected);
            if (!same) {
                Path fresh = root().resolve("verify/target/fresh").resolve(path);
                Files.createDirectories(fresh.resolveSibling("."));
                Files.writeString(fresh, expected);
            }
            assertThat(same)
                    .as("%s is fresh; if not, copy verify/target/fresh/%s over it", path, path)
                    .isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException("could not compare " + path, e);
        }
    }
}
