package dev.quietus.verify.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Inputs that are always played: what failed once, and what is known to be hard. */
final class Kept {
    private Kept() {}

    /** The files of one kind, at least one. */
    static List<Path> files(String kind) {
        URL folder = Kept.class.getResource("/fuzz/" + kind);
        if (folder == null) {
            throw new AssertionError("no inputs are kept under /fuzz/" + kind);
        }
        try (Stream<Path> found = Files.list(Path.of(folder.toURI()))) {
            List<Path> files = found.sorted().toList();
            if (files.isEmpty()) {
                throw new AssertionError("no inputs are kept under /fuzz/" + kind);
            }
            return files;
        } catch (IOException | URISyntaxException e) {
            throw new AssertionError("the inputs under /fuzz/" + kind + " can't be listed", e);
        }
    }

    /** A file, one character for each byte. */
    static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException("a kept input can't be read", e);
        }
    }
}
