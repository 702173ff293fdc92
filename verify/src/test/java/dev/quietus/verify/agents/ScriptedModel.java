package dev.quietus.verify.agents;

import static dev.quietus.verify.server.RunningQuietus.until;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A model on loopback that answers what its script says, and logs what it is asked. */
final class ScriptedModel implements AutoCloseable {
    private final Process process;
    private final Path log;
    private final int port;

    private ScriptedModel(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /** Starts one. */
    static ScriptedModel start(Path folder, JsonObject script) {
        try {
            Path program = InstalledAgents.resource("model.mjs", folder);
            Path text = Files.writeString(folder.resolve("script.json"), script.toJson());
            Path log = Files.createFile(folder.resolve("requests.jsonl"));
            Path portFile = folder.resolve("model.port");
            Process process = new ProcessBuilder(
                            "node",
                            program.toString(),
                            "--port-file",
                            portFile.toString(),
                            "--script",
                            text.toString(),
                            "--log",
                            log.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("model.log").toFile())
                    .start();
            String port = until(
                    "the model listens",
                    () -> Files.exists(portFile)
                            ? Optional.of(Files.readString(portFile))
                            : Optional.empty());
            return new ScriptedModel(process, log, Integer.parseInt(port.strip()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** A request to it. */
    record Asked(Instant at, String body) {}

    /** The requests that had it generate, in their order. */
    List<Asked> asked() {
        try {
            String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
            // A line without its end is still being written.
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(line -> (JsonObject) Json.parse(line))
                    .filter(event -> event.string("ev").equals("req") && event.has("dialect"))
                    .map(event -> new Asked(
                            Instant.parse(event.string("wall")),
                            event.object("body").toJson()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
