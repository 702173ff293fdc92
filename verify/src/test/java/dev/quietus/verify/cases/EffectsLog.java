package dev.quietus.verify.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file to which work appends its effect, one line each; what stands there has happened. */
final class EffectsLog {
    private final Path file;

    EffectsLog(Path directory) {
        file = directory.resolve("effects.log");
        write("");
    }

    Path file() {
        return file;
    }

    /** Something happens. */
    void append(String effect) {
        write(effect + "\n");
    }

    private void write(String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What has happened, in its order. */
    List<String> lines() {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
