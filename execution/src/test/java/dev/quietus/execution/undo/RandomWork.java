package dev.quietus.execution.undo;

import dev.quietus.execution.files.Tree;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Does what commands and people do to folders, by chance but repeatably. */
final class RandomWork {
    private static final List<String> NAMES =
            List.of("a", "b", "c", "with space", "new\nline", "per%cent", "ü", "-f", ".hidden");
    private static final int[] MODES = {0644, 0600, 0755, 0444, 04755, 0777};
    private static final int[] FOLDER_MODES = {0755, 0700, 01777, 0555};

    private final Path root;
    private final Random random;
    private final boolean mayEverything;

    RandomWork(Path root, Random random) throws IOException {
        this.root = root;
        this.mayEverything = Files.getAttribute(root, "unix:uid").equals(0);
        this.random = random;
    }

    void build(int steps) throws IOException {
        for (int i = 0; i < steps; i++) {
            create();
        }
    }

    void mutate(int steps) throws IOException {
        for (int i = 0; i < steps; i++) {
            try {
                step();
            } catch (AccessDeniedException _) {
                // Whoever is not root meets closed folders and files, as commands do.
            }
        }
    }

    private void step() throws IOException {
        switch (random.nextInt(9)) {
            case 0, 1 -> create();
            case 2 -> overwrite();
            case 3 -> chmod();
            case 4 -> delete();
            case 5 -> move();
            case 6 -> exchangeKind();
            case 7 -> replaceByRename();
            default -> touch();
        }
    }

    private void create() throws IOException {
        Path path = pick(Files::isDirectory, true).resolve(name());
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        switch (random.nextInt(5)) {
            case 0, 1 -> Files.createDirectory(path);
            case 2 -> Files.createSymbolicLink(path, Path.of(random.nextBoolean() ? "a" : "../b"));
            default -> Files.write(path, content());
        }
    }

    private void overwrite() throws IOException {
        Path path = pick(Files::isRegularFile, false);
        if (!path.equals(root)) {
            Files.write(path, content());
        }
    }

    private void chmod() throws IOException {
        Path path = pick(at -> !Files.isSymbolicLink(at), true);
        boolean folder = Files.isDirectory(path);
        Tree.mode(
                path,
                folder
                        ? FOLDER_MODES[random.nextInt(mayEverything ? FOLDER_MODES.length : 3)]
                        : MODES[random.nextInt(MODES.length)]);
    }

    private void delete() throws IOException {
        Path path = pick(_ -> true, false);
        if (!path.equals(root)) {
            Tree.delete(path);
        }
    }

    private void move() throws IOException {
        Path from = pick(_ -> true, false);
        Path to = pick(Files::isDirectory, true).resolve(name());
        if (!from.equals(root)
                && !to.startsWith(from)
                && !Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            Files.move(from, to);
        }
    }

    private void exchangeKind() throws IOException {
        Path path = pick(_ -> true, false);
        if (path.equals(root)) {
            return;
        }
        boolean folder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        Tree.delete(path);
        if (folder) {
            Files.write(path, content());
        } else {
            Files.createDirectory(path);
            Files.write(path.resolve("inside"), content());
        }
    }

    private void replaceByRename() throws IOException {
        Path path = pick(Files::isRegularFile, false);
        if (!path.equals(root)) {
            Path fresh = path.resolveSibling(".fresh");
            Files.write(fresh, content());
            Files.move(fresh, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void touch() throws IOException {
        Path path = pick(Files::isRegularFile, false);
        if (!path.equals(root)) {
            Files.setLastModifiedTime(
                    path, java.nio.file.attribute.FileTime.fromMillis(random.nextInt()));
        }
    }

    private Path pick(java.util.function.Predicate<Path> wanted, boolean withRoot)
            throws IOException {
        List<Path> paths = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(root)) {
            walk.filter(path -> withRoot || !path.equals(root))
                    .filter(path -> !Files.isSymbolicLink(path) || wantsLinks(wanted, path))
                    .filter(wanted)
                    .sorted()
                    .forEach(paths::add);
        }
        return paths.isEmpty() ? root : paths.get(random.nextInt(paths.size()));
    }

    /** Working through a link could reach out of the folder. */
    private static boolean wantsLinks(java.util.function.Predicate<Path> wanted, Path path) {
        return wanted.test(path) && wanted.test(Path.of("/nothing/is/here"));
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private byte[] content() {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }
}
