package dev.quietus.verify.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Java sources of the project, read once. The root comes from the system property
 * {@code quietus.root}, which the build sets.
 */
final class SourceTree {

    /** One source file: where it lies below the root, and its lines. */
    record SourceFile(Path path, List<String> lines) {

        /** The path with forward slashes, for messages and for comparing. */
        String name() {
            return path.toString().replace('\\', '/');
        }

        /** Whether people get it: all but tests. */
        boolean isProduct() {
            return name().contains("/src/main/");
        }
    }

    private static final Path ROOT = findRoot();

    private static final List<SourceFile> FILES = read();

    private SourceTree() {}

    /** The project's root. */
    static Path root() {
        return ROOT;
    }

    /** Every Java file below a {@code src} folder of a module, sorted by path. */
    static List<SourceFile> files() {
        return FILES;
    }

    private static Path findRoot() {
        Path root = Path.of(System.getProperty("quietus.root", ".."))
                .toAbsolutePath()
                .normalize();
        if (!Files.isRegularFile(root.resolve("quietus-test"))) {
            throw new IllegalStateException(
                    "System property quietus.root: expected the project's root, found " + root);
        }
        return root;
    }

    private static List<SourceFile> read() {
        try (Stream<Path> modules =
                Stream.concat(folders(ROOT), folders(ROOT.resolve("adapters")))) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(SourceTree::javaFiles)
                    .sorted()
                    .map(SourceTree::readFile)
                    .toList();
        }
    }

    private static Stream<Path> folders(Path parent) {
        if (!Files.isDirectory(parent)) {
            return Stream.empty();
        }
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(Files::isDirectory).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SourceFile readFile(Path path) {
        try {
            return new SourceFile(ROOT.relativize(path), Files.readAllLines(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
