package dev.quietus.verify.server;

import dev.quietus.drill.process.ChildCommand;
import dev.quietus.drill.process.ChildProcess;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A real server in a process of its own, which can be killed at any instant and started again over
 * the same directory. Its time is the system's, its periods are short.
 */
public final class ServerProcess extends RunningQuietus {
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(4);
    private static final int MEGABYTES = 256;

    private final List<String> arguments;
    private final Path folder;
    private final Path urlFile;
    private ChildProcess process;
    private String url = "";

    private ServerProcess(
            Path directory, Optional<Path> providers, Map<String, String> environment) {
        super(directory.resolve("state"));
        this.folder = directory;
        this.urlFile = directory.resolve("url");
        this.arguments = new ArrayList<>(List.of(directory().toString(), urlFile.toString()));
        providers.ifPresent(file -> arguments.add(file.toString()));
        this.process = launch(environment);
    }

    /** Starts a server that keeps everything below this directory. */
    public static ServerProcess start(Path directory, Optional<String> providers) {
        ServerProcess started = launched(directory, providers, Map.of());
        started.awaitListening();
        return started;
    }

    /**
     * The same without waiting until it listens.
     *
     * @param environment what is set for this start, and not for a later one
     */
    public static ServerProcess launched(
            Path directory, Optional<String> providers, Map<String, String> environment) {
        return new ServerProcess(
                directory,
                providers.map(text -> written(directory.resolve("providers"), text)),
                environment);
    }

    /** Waits until it listens. */
    public void awaitListening() {
        url = awaitUrl(process);
    }

    private static Path written(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("the providers file can't be written", e);
        }
    }

    private ChildProcess launch(Map<String, String> environment) {
        try {
            Files.deleteIfExists(urlFile);
        } catch (IOException e) {
            throw new UncheckedIOException("the last server's URL can't be forgotten", e);
        }
        ChildCommand command = new ChildCommand(
                "server", ServerMain.class.getName(), arguments, environment, folder, LONGEST_LIFE);
        return ChildProcess.start(command.withMegabytes(MEGABYTES));
    }

    private String awaitUrl(ChildProcess started) {
        return until("the server listens", () -> {
            if (!started.isAlive()) {
                throw started.endedEarly("starting the server");
            }
            return Files.exists(urlFile)
                    ? Optional.of(Files.readString(urlFile).strip())
                    : Optional.empty();
        });
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    /** Kills the server as the system does it ({@code SIGKILL}). */
    public void kill() {
        try {
            process.kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        hangUp();
    }

    /** Ends the server, unless it was killed, and starts another over what it left. */
    public void restart() {
        close();
        process = launch(Map.of());
        awaitListening();
    }

    @Override
    public void close() {
        hangUp();
        process.close();
    }
}
