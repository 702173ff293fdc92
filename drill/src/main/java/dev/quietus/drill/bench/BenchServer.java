package dev.quietus.drill.bench;

import dev.quietus.drill.process.ChildCommand;
import dev.quietus.drill.process.ChildProcess;
import dev.quietus.drill.process.PortFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A throw-away server in a process and a directory of its own. */
final class BenchServer implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(15);
    private static final int MEGABYTES = 512;

    private final Path directory;
    private final ChildProcess process;
    private final URI url;
    private final String token;

    private BenchServer(Path directory, ChildProcess process, URI url, String token) {
        this.directory = directory;
        this.process = process;
        this.url = url;
        this.token = token;
    }

    static BenchServer start() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("quietus-bench");
        Path portFile = directory.resolve("url");
        ChildCommand command = new ChildCommand(
                        "server",
                        "dev.quietus.cli.Main",
                        List.of(
                                "serve",
                                "--listen",
                                "127.0.0.1:0",
                                "--port-file",
                                portFile.toString(),
                                "--ledger",
                                "sqlite:" + directory.resolve("ledger.db")),
                        Map.of("XDG_STATE_HOME", directory.toString()),
                        directory,
                        LONGEST_LIFE)
                .withMegabytes(MEGABYTES);
        ChildProcess process = ChildProcess.start(command);
        String url = PortFile.await(portFile, process, START_LIMIT);
        String token = Files.readString(directory.resolve("quietus").resolve("operator.token"))
                .strip();
        return new BenchServer(directory, process, URI.create(url), token);
    }

    WireCaller caller() throws IOException {
        return new WireCaller(url, token);
    }

    @Override
    public void close() throws IOException {
        process.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
