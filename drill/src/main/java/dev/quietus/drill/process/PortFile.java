package dev.quietus.drill.process;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The file in which a server that was asked for any free port says where it listens. */
public final class PortFile {
    private PortFile() {}

    /**
     * Waits for the file, and for no longer than the process lives.
     *
     * @param file where the server was told to write
     * @param process the server
     * @param within how long it may take
     * @return the URL that stands in it
     * @throws ChildProcessException when the process ended, or nothing is there after
     *     {@code within}
     */
    public static String await(Path file, ChildProcess process, Duration within)
            throws InterruptedException {
        return Patience.await(process + " listens, see " + process.log(), within, () -> {
            // Asked in this order: a process that wrote the file and ended is no early end.
            boolean alive = process.isAlive();
            if (Files.exists(file)) {
                return Optional.of(url(file, process));
            }
            if (!alive) {
                throw process.endedEarly("waiting until it listens");
            }
            return Optional.empty();
        });
    }

    private static String url(Path file, ChildProcess process) {
        try {
            String text = Files.readString(file).strip();
            return text.startsWith("{") ? Json.parseObject(text).string("url") : text;
        } catch (IOException | JsonException unreadable) {
            throw new ChildProcessException(
                    "the port file of " + process + " can't be read: " + unreadable.getMessage(),
                    unreadable);
        }
    }
}
