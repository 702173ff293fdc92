package dev.quietus.drill.cases;

import dev.quietus.drill.process.ControlPlane;
import dev.quietus.drill.process.Scratch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The servers of one drill: one that most cases share, and one for each case that kills its own.
 * Throw-away servers are started when they are needed first. Thread-safe.
 */
final class Sites implements AutoCloseable {
    private final Optional<DrillSettings.Target> target;
    private final Scratch scratch;
    private final String serviceUrl;
    private final String workers;
    private final Duration longestLife;
    private final List<Site> all = new ArrayList<>();
    private Optional<Site> shared = Optional.empty();

    /**
     * None is started yet.
     *
     * @param target the running server, if it is to be one
     * @param scratch where throw-away servers keep their files
     * @param serviceUrl where the drill's deployment service listens
     * @param workers the name of the workers' tokens, of this drill only
     * @param longestLife when throw-away servers end in any case
     */
    Sites(
            Optional<DrillSettings.Target> target,
            Scratch scratch,
            String serviceUrl,
            String workers,
            Duration longestLife) {
        this.target = target;
        this.scratch = scratch;
        this.serviceUrl = serviceUrl;
        this.workers = workers;
        this.longestLife = longestLife;
    }

    /** What is drilled, for people. */
    String description() {
        return target.map(running -> running.url().toString()).orElse("throw-away server");
    }

    /** The server that cases share. */
    synchronized Site shared() throws InterruptedException {
        if (shared.isEmpty()) {
            shared = Optional.of(kept(
                    target.isPresent()
                            ? Site.running(target.get(), workers)
                            : throwAway("control-plane")));
        }
        return shared.get();
    }

    /** A throw-away server for one case. */
    Site own(String caseName) throws InterruptedException {
        Site site = throwAway("control-plane-" + caseName);
        synchronized (this) {
            return kept(site);
        }
    }

    private Site throwAway(String name) throws InterruptedException {
        ControlPlane server = ControlPlane.start(
                name, scratch.folder(name), DrillProvider.yaml(serviceUrl), longestLife);
        return Site.throwAway(server, workers);
    }

    private Site kept(Site site) {
        all.add(site);
        return site;
    }

    @Override
    public synchronized void close() {
        all.forEach(Site::close);
        all.clear();
    }
}
