package dev.quietus.verify.server;

import dev.quietus.core.settlement.Policy;
import dev.quietus.ledger.LedgerAddress;
import dev.quietus.server.QuietusServer;
import dev.quietus.server.ServerSettings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A server as a process, so that it can be killed: with short periods, since its time is real. */
public final class ServerMain {
    /** How long nothing may move before work without a provider counts as quiet. */
    static final Duration QUIET = Duration.ofMillis(200);

    private ServerMain() {}

    /**
     * Arguments: the state directory, the file for the URL, the ledger's address or nothing, and
     * the providers file or nothing.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path urlFile = Path.of(arguments[1]);
        Policy policy = new Policy(
                QUIET, Duration.ofSeconds(20), Duration.ofMillis(20), Duration.ofMillis(200));
        ServerSettings settings = ServerSettings.in(Path.of(arguments[0]), 0).withPolicy(policy);
        if (!arguments[2].isEmpty()) {
            settings = settings.withLedger(LedgerAddress.parse(arguments[2], Path::of));
        }
        if (!arguments[3].isEmpty()) {
            settings = settings.withProviders(Path.of(arguments[3]));
        }
        QuietusServer server = QuietusServer.start(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "close"));
        Path half = urlFile.resolveSibling(urlFile.getFileName() + ".half");
        Files.writeString(half, server.url());
        Files.move(half, urlFile, StandardCopyOption.ATOMIC_MOVE);
        new CountDownLatch(1).await();
    }
}
