package dev.quietus.drill.bench;

import dev.quietus.drill.process.ControlPlane;
import dev.quietus.drill.process.Scratch;

import java.io.IOException;
import java.net.URI;
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

    @Override
    public void close() {
        plane.close();
        scratch.close();
    }
}
