package dev.quietus.verify.server;

import dev.quietus.client.json.JsonObject;
import dev.quietus.core.settlement.Policy;
import dev.quietus.server.QuietusServer;
import dev.quietus.server.ServerSettings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A real server in this process, on a port of its own, over a directory that outlives its restarts,
 * with a clock that tests move. Everything it is asked goes over HTTP.
 */
public final class TestingQuietus extends RunningQuietus {
    /** Periods of work that no provider declares. */
    public static final Policy POLICY = new Policy(
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofMillis(20),
            Duration.ofMillis(250));

    private final MovableClock clock;
    private final ServerSettings settings;
    private QuietusServer server;

    private TestingQuietus(Path directory, MovableClock clock, ServerSettings settings) {
        super(directory);
        this.clock = clock;
        this.settings = settings;
        this.server = started(settings);
    }

    /**
     * Starts a server.
     *
     * @param directory where it keeps everything; an earlier server's directory goes on
     * @param providers the text of the providers file, if there is to be one
     */
    public static TestingQuietus start(Path directory, Optional<String> providers) {
        return start(directory, providers, new MovableClock());
    }

    /** The same on a clock that goes on from an earlier server. */
    public static TestingQuietus start(
            Path directory, Optional<String> providers, MovableClock clock) {
        ServerSettings settings =
                ServerSettings.in(directory, 0).withPolicy(POLICY).withClock(clock);
        return new TestingQuietus(
                directory,
                clock,
                providers
                        .map(text -> settings.withProviders(written(directory, text)))
                        .orElse(settings));
    }

    private static Path written(Path directory, String providers) {
        try {
            return Files.writeString(directory.resolve("providers.yaml"), providers);
        } catch (IOException e) {
            throw new UncheckedIOException("the providers file can't be written", e);
        }
    }

    private static QuietusServer started(ServerSettings settings) {
        try {
            return QuietusServer.start(settings);
        } catch (IOException e) {
            throw new UncheckedIOException("the server does not start", e);
        }
    }

    @Override
    public String url() {
        return server.url();
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    /** Its clock. */
    public MovableClock clock() {
        return clock;
    }

    /** Moves the server's time forward. */
    public void move(Duration by) {
        clock.move(by);
    }

    /** Closes the server and starts another over the same directory, on another port. */
    public void restart() {
        close();
        server = started(settings);
    }

    @Override
    public void close() {
        hangUp();
        server.close();
    }

    /**
     * Waits for a barrier's last receipt and moves the time to the end of each quiet period.
     *
     * @return the verified receipt
     */
    public JsonObject passQuiet(String barrier) {
        JsonObject certified = awaitBarrier(
                barrier,
                "certified",
                shown -> shown.optionalInstant("quiet_until").ifPresent(this::moveBeyond));
        return receipt(certified.string("run_id"));
    }

    private void moveBeyond(Instant end) {
        Duration left = Duration.between(now(), end);
        if (!left.isNegative()) {
            move(left.plusMillis(1));
        }
    }

    /** Presses stop on a run and waits, on a moved clock, for the receipt. */
    public JsonObject stopAndPassQuiet(String run) {
        return passQuiet(stop(run).string("barrier_id"));
    }
}
