package dev.quietus.drill.bench;

import dev.quietus.drill.process.ControlPlane;
import dev.quietus.drill.process.Scratch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A throw-away server in a process and a directory of its own. */
final class BenchServer implements AutoCloseable {
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(30);

    private final Scratch scratch;
    private final ControlPlane plane;
    private final BenchStore store;

    private BenchServer(Scratch scratch, ControlPlane plane, BenchStore store) {
        this.scratch = scratch;
        this.plane = plane;
        this.store = store;
    }

    /**
     * Starts one.
     *
     * @param place where its record goes; empty for a file of its own
     */
    static BenchServer start(Optional<BenchDatabase.Place> place) throws InterruptedException {
        Scratch scratch = Scratch.temporary("quietus-bench");
        ControlPlane plane = ControlPlane.startToMeasure(
                "server", scratch.path(), place.map(BenchDatabase.Place::address), LONGEST_LIFE);
        return new BenchServer(
                scratch,
                plane,
                place.map(BenchDatabase.Place::store)
                        .orElseGet(() -> BenchStore.file(plane.ledger())));
    }

    WireCaller caller() throws IOException {
        return new WireCaller(URI.create(plane.url()), plane.operatorToken());
    }

    /** The store of its record; of a file only while the server does not run. */
    BenchStore store() {
        return store;
    }

    /** The directory in which it writes. */
    Path directory() {
        return scratch.path();
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
