package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.server.QuietusServer;
import dev.quietus.server.ServerSettings;
import java.io.IOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code quietus serve}: the control plane, until the process is told to end. */
@Command
final class ServeCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where to listen (default: 127.0.0.1:7171; port 0 takes a free one).")
    Optional<String> listen = Optional.empty();

    @Option(
            names = "--ledger",
            paramLabel = "LEDGER",
            description = "sqlite:PATH or postgresql://[USER@]HOST/DATABASE (default:"
                    + " $XDG_STATE_HOME/quietus/ledger.db).")
    Optional<String> ledger = Optional.empty();

    @Option(names = "--providers", paramLabel = "FILE", description = "The declared providers.")
    Optional<String> providers = Optional.empty();

    @Option(
            names = "--no-tokens",
            description = "Serve every program on this machine as an operator; loopback only.")
    boolean noTokens;

    @Option(
            names = "--quiet-period",
            paramLabel = "D",
            description = "How long nothing may move, for work that no provider declares.")
    Optional<Duration> quietPeriod = Optional.empty();

    @Option(
            names = "--settle-timeout",
            paramLabel = "D",
            description = "How long to look for an outcome, for work that no provider declares.")
    Optional<Duration> settleTimeout = Optional.empty();

    @Option(
            names = "--port-file",
            paramLabel = "FILE",
            description = "Write the address into this file once the server listens.")
    Optional<String> portFile = Optional.empty();

    ServeCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        ServerSettings settings = new ServeSettings(invocation, this).read();
        QuietusServer server = start(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "quietus-end"));
        tell(server, settings);
        try {
            // Nobody counts it down: the process ends by a signal, and the hook closes the server.
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Exit.DONE;
    }

    private static QuietusServer start(ServerSettings settings) {
        try {
            return QuietusServer.start(settings);
        } catch (BindException e) {
            throw new CommandException(
                    Exit.ERROR,
                    "server not started: can't listen at "
                            + settings.listen().getHostString() + ":"
                            + settings.listen().getPort() + ": " + e.getMessage()
                            + "; --listen names another address",
                    e);
        } catch (IOException e) {
            throw new CommandException(Exit.ERROR, "server not started: " + e.getMessage(), e);
        } catch (LedgerUnavailableException e) {
            throw new CommandException(Exit.ERROR, "server not started: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, "server not started: " + e.getMessage(), e);
        }
    }

    private void tell(QuietusServer server, ServerSettings settings) {
        Console console = invocation.console();
        console.line("Quietus " + QuietusServer.version() + " listens at " + server.url());
        console.line("  ledger     " + settings.ledger());
        settings.providers().ifPresent(file -> console.line("  providers  " + file));
        if (!settings.tokens()) {
            console.line("  tokens     none: every program on this machine is an operator");
        } else if (server.madeFirstToken()) {
            console.line(
                    "  token      " + settings.operatorTokenFile() + "   (operator, made now)");
        } else {
            console.line("  tokens     needed; 'quietus token list' shows whose there are");
        }
        console.line("  keys       " + settings.keyDirectory());
        portFile.ifPresent(name -> write(invocation.path(name), server.url()));
        console.flush();
    }

    /** Whole or not at all, for somebody waits for it. */
    private static void write(Path file, String url) {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(beside, url + "\n", StandardCharsets.UTF_8);
            Files.move(
                    beside,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new CommandException(
                    Exit.ERROR, "port file " + file + " can't be written: " + e, e);
        }
    }
}
