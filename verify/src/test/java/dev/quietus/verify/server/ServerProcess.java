package dev.quietus.verify.server;

import dev.quietus.drill.process.ChildCommand;
import dev.quietus.drill.process.ChildProcess;
import dev.quietus.ledger.LedgerAddress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A real server in a process of its own, which can be killed at any instant and started again over
 * the same directory. Its time is the system's, its periods are short.
 */
public final class ServerProcess extends RunningQuietus {
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(12);
    private static final int MEGABYTES = 256;

    private final Launch how;
    private final Path folder;
    private final Path urlFile;
    private ChildProcess process;
    private volatile String url = "";

    /**
     * How a server is launched.
     *
     * @param directory where the state is, which several servers over one ledger share
     * @param name what this one is called; its log and its own files go by that
     * @param ledger the address of the ledger, empty for a file in the state
     * @param providers the text of the providers file
     * @param environment what is set for the first start, and not for a later one
     */
    public record Launch(
            Path directory,
            String name,
            Optional<String> ledger,
            Optional<String> providers,
            Map<String, String> environment) {
        /** Keeps everything below this directory. */
        public static Launch in(Path directory) {
            return new Launch(directory, "server", Optional.empty(), Optional.empty(), Map.of());
        }

        /** The same under another name. */
        public Launch named(String other) {
            return new Launch(directory, other, ledger, providers, environment);
        }

        /** The same over this ledger. */
        public Launch over(String address) {
            return new Launch(directory, name, Optional.of(address), providers, environment);
        }

        /** The same with these providers. */
        public Launch with(Optional<String> file) {
            return new Launch(directory, name, ledger, file, environment);
        }

        /** The same with this set for the first start. */
        public Launch setting(Map<String, String> once) {
            return new Launch(directory, name, ledger, providers, once);
        }
    }

    private ServerProcess(Launch how) {
        super(how.directory().resolve("state"));
        this.how = how;
        this.folder = made(how.directory().resolve(how.name()));
        this.urlFile = folder.resolve("url");
        how.providers().ifPresent(text -> write(folder.resolve("providers"), text));
        this.process = launch(how.environment());
    }

    private static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes a folder for {@code XDG_STATE_HOME}, with which a command has the server's own state
     * folder, as on one machine with it.
     */
    public Path stateHome(Path fresh) {
        try {
            Files.createSymbolicLink(made(fresh).resolve("quietus"), directory());
            return fresh;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("the providers file can't be written", e);
        }
    }

    /** Starts a server that keeps everything below this directory. */
    public static ServerProcess start(Path directory, Optional<String> providers) {
        return start(Launch.in(directory).with(providers));
    }

    /** Starts a server and waits until it listens. */
    public static ServerProcess start(Launch how) {
        ServerProcess started = launched(how);
        started.awaitListening();
        return started;
    }

    /** The same without waiting until it listens. */
    public static ServerProcess launched(Launch how) {
        return new ServerProcess(how);
    }

    /** Waits until it listens. */
    public void awaitListening() {
        url = awaitUrl(process);
    }

    private ChildProcess launch(Map<String, String> environment) {
        try {
            Files.deleteIfExists(urlFile);
        } catch (IOException e) {
            throw new UncheckedIOException("the last server's URL can't be forgotten", e);
        }
        List<String> arguments = List.of(
                directory().toString(),
                urlFile.toString(),
                how.ledger().orElse(""),
                how.providers().isPresent() ? folder.resolve("providers").toString() : "");
        ChildCommand command = new ChildCommand(
                how.name(),
                ServerMain.class.getName(),
                arguments,
                environment,
                folder,
                LONGEST_LIFE);
        ClassArchive.oneMore();
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
    public LedgerAddress address() {
        return how.ledger()
                .map(text -> LedgerAddress.parse(text, Path::of))
                .orElseGet(super::address);
    }

    /** Holds every thread of it, as an overloaded or sleeping host does. */
    public void pause() {
        signal("STOP");
    }

    /** Lets it go on as if nothing had been. */
    public void wake() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            Process kill =
                    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("SIG" + name + " reaches no " + process);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
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
