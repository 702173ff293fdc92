package dev.quietus.drill.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A throw-away control plane: {@code quietus serve} as a process of its own on a ledger of its own,
 * which can be killed and started again on the same ledger and address. For one thread at a time.
 */
public final class ControlPlane implements AutoCloseable {
    /** The program itself; named, because the drill is built before it. */
    private static final String PROGRAM = "dev.quietus.cli.Main";

    private static final Duration READY_WITHIN = Duration.ofSeconds(60);
    private static final int MEGABYTES = 512;

    private final String name;
    private final Path folder;
    private final Duration longestLife;
    private final String ledger;
    private final ChildCommand.Pace pace;
    private final List<String> options;
    private final Path portFile;
    private ChildProcess process;
    private final String url;

    private ControlPlane(
            String name,
            Path folder,
            Duration longestLife,
            String ledger,
            ChildCommand.Pace pace,
            List<String> options)
            throws InterruptedException {
        this.name = name;
        this.folder = folder;
        this.longestLife = longestLife;
        this.ledger = ledger;
        this.pace = pace;
        this.options = List.copyOf(options);
        this.portFile = folder.resolve(name + ".port");
        this.process = serve("127.0.0.1:0");
        this.url = listening();
    }

    /**
     * Starts one and returns when it listens.
     *
     * @param name what the process is called
     * @param folder where its ledger, keys, tokens and log lie; must exist
     * @param providers the text of its providers file
     * @param longestLife when it ends in any case
     * @param options what else {@code quietus serve} is told
     * @throws ChildProcessException when it does not listen in time
     */
    public static ControlPlane start(
            String name, Path folder, String providers, Duration longestLife, String... options)
            throws InterruptedException {
        write(name, folder, providers);
        return new ControlPlane(
                name,
                folder,
                longestLife,
                "sqlite:" + file(folder),
                ChildCommand.Pace.QUICK_START,
                List.of(options));
    }

    /**
     * Starts one as a deployment runs it, to be measured: Java's own choice of compilers and
     * collector, any ledger, no providers.
     *
     * @param ledger the address of its record as {@code quietus serve} takes it; empty for a file
     *     of its own in the folder
     * @throws ChildProcessException when it does not listen in time
     */
    public static ControlPlane startToMeasure(
            String name, Path folder, Optional<String> ledger, Duration longestLife)
            throws InterruptedException {
        write(name, folder, "providers: {}\n");
        return new ControlPlane(
                name,
                folder,
                longestLife,
                ledger.orElse("sqlite:" + file(folder)),
                ChildCommand.Pace.LONG_RUN,
                List.of());
    }

    private static void write(String name, Path folder, String providers) {
        try {
            Files.writeString(folder.resolve("providers.yaml"), providers);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing the providers file of " + name, failure);
        }
    }

    private static Path file(Path folder) {
        return folder.resolve("ledger.db");
    }

    /** Where it listens, also after a new start. */
    public String url() {
        return url;
    }

    /** The process that serves now. */
    public ChildProcess process() {
        return process;
    }

    /** The file of its record, where it has one of its own. */
    public Path ledger() {
        return file(folder);
    }

    /** The file with the token of its first operator. */
    public Path operatorTokenFile() {
        return folder.resolve("state").resolve("quietus").resolve("operator.token");
    }

    /** The token of its first operator. */
    public String operatorToken() {
        try {
            return Files.readString(operatorTokenFile()).strip();
        } catch (IOException failure) {
            throw new ChildProcessException(
                    process + " wrote no operator token: " + failure.getMessage(), failure);
        }
    }

    /** Kills it at once ({@code SIGKILL}); the record keeps what was committed. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    /**
     * Starts it again on the same ledger and address and returns when it listens.
     *
     * @throws ChildProcessException when it does not listen in time
     */
    public void startAgain() throws InterruptedException {
        process = serve(url.substring("http://".length()));
        listening();
    }

    @Override
    public void close() {
        process.close();
    }

    private ChildProcess serve(String listen) {
        try {
            Files.deleteIfExists(portFile);
        } catch (IOException failure) {
            throw new UncheckedIOException("removing the old port file of " + name, failure);
        }
        List<String> arguments = new ArrayList<>(List.of(
                "serve",
                "--listen",
                listen,
                "--port-file",
                portFile.toString(),
                "--ledger",
                ledger,
                "--providers",
                folder.resolve("providers.yaml").toString()));
        arguments.addAll(options);
        Map<String, String> environment = Map.of(
                "XDG_STATE_HOME", folder.resolve("state").toString(),
                "XDG_CONFIG_HOME", folder.resolve("config").toString());
        return ChildProcess.start(
                new ChildCommand(name, PROGRAM, arguments, environment, folder, longestLife)
                        .withMegabytes(MEGABYTES)
                        .withPace(pace));
    }

    private String listening() throws InterruptedException {
        try {
            return PortFile.await(portFile, process, READY_WITHIN);
        } catch (ChildProcessException | InterruptedException failed) {
            process.close();
            throw failed;
        }
    }
}
