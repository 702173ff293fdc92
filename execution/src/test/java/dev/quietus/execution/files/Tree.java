package dev.quietus.execution.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A folder as it is, one line per path, read without any of the code under test. */
public final class Tree {
    private Tree() {}

    /** Every path below a folder, the folder itself as the empty path, with all that counts. */
    public static Map<String, String> of(Path root) {
        Map<String, String> lines = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                lines.put(root.relativize(path).toString(), line(path));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private static String line(Path path) throws IOException {
        Object mode = Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        if (Files.isSymbolicLink(path)) {
            return "-> " + Files.readSymbolicLink(path);
        }
        String bits = Integer.toOctalString((Integer) mode);
        return Files.isRegularFile(path)
                ? bits + " " + HexFormat.of().formatHex(Files.readAllBytes(path))
                : bits;
    }

    /** Removes a folder with all that is in it, whatever its permissions. */
    public static void delete(Path root) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(root)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths.reversed()) {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                mode(path, 0700);
            }
        }
        for (Path path : paths) {
            Files.delete(path);
        }
    }

    /** Sets all twelve permission bits. */
    public static void mode(Path path, int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode);
    }
}
