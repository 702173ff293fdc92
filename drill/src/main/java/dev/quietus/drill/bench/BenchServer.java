package dev.quietus.drill.bench;

import dev.quietus.drill.process.ControlPlane;
import dev.quietus.drill.process.Scratch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A throw-away server in a process and a directory of its own. */
final class BenchServer implements AutoCloseable {
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(15);
    private static final String NO_PROVIDERS = "providers: {}\n";

    private final Scratch scratch;
    private final ControlPlane plane;

    private BenchServer(Scratch scratch, ControlPlane plane) {
        this.scratch = scratch;
        this.plane = plane;
    }

    static BenchServer start() throws InterruptedException {
        Scratch scratch = Scratch.temporary("quietus-bench");
        return new BenchServer(
                scratch, ControlPlane.start("server", scratch.path(), NO_PROVIDERS, LONGEST_LIFE));
    }

    WireCaller caller() throws IOException {
        return new WireCaller(URI.create(plane.url()), plane.operatorToken());
    }

    /** The file of its record. */
    Path ledger() {
        return plane.ledger();
    }

    /** Ends it in good order; its record stays. */
    void stop() {
        plane.close();
    }

    /** Starts it again over its record. */
    void startAgain() throws InterruptedException {
        plane.startAgain();
    }

    /** How much memory the system gives it now, in MiB; 0 where that is not told. */
    long residentMebibytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(plane.process().pid()), "status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1_024)
                .findFirst()
                .orElse(0);
    }

    @Override
    public void close() {
        plane.close();
        scratch.close();
    }
}
