package dev.quietus.cli.run;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** JSON files of agents, read without ever being changed, and written where they are ours. */
final class JsonFiles {
    private static final int MOST_BYTES = 64 << 20;

    private JsonFiles() {}

    /** What a file holds; empty if there is none, or it can't be read as an object. */
    static Optional<JsonObject> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return Optional.empty();
            }
            return parsed(Files.readString(file));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Reads a text; comments in it are passed over. */
    private static Optional<JsonObject> parsed(String text) {
        try {
            byte[] plain = JsonComments.blanked(text).getBytes(StandardCharsets.UTF_8);
            return Optional.of(Json.parseObject(plain, new JsonLimits(MOST_BYTES, 128)));
        } catch (JsonException unreadable) {
            return Optional.empty();
        }
    }

    /** What is written on a command line: an object itself, or the file that holds it. */
    static Optional<JsonObject> written(String value, Path directory) {
        if (!value.strip().startsWith("{")) {
            return read(directory.resolve(value));
        }
        return parsed(value);
    }

    /** Writes a file that only this user can read. */
    static Path write(Path file, JsonObject content) throws IOException {
        if (Files.getFileStore(file.getParent() == null ? file : file.getParent())
                .supportsFileAttributeView("posix")) {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        }
        return Files.writeString(file, content.toJson() + "\n", StandardCharsets.UTF_8);
    }
}
