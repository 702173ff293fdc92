package dev.quietus.drill.cases;

import dev.quietus.drill.peer.PeerPlace;
import dev.quietus.drill.process.DeploymentProcess;
import dev.quietus.drill.process.Scratch;
import dev.quietus.drill.truth.GroundTruth;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One drill: the deployment service, the servers, and the cases side by side. A case that kills its
 * server gets one of its own.
 */
final class DrillRun {
    private static final Duration LIFE = Duration.ofMinutes(10);

    /** Each case has two or three processes; more at once would only wait for each other. */
    private static final int SIDE_BY_SIDE = 8;

    private static final String NEEDS_OWN_SERVER =
            "it kills its server, and the drill does that to a throw-away server only";

    private final DrillSettings settings;
    private final PrintStream progress;
    private final Sites sites;
    private final CaseStage stage;

    private DrillRun(DrillSettings settings, PrintStream progress, Sites sites, CaseStage stage) {
        this.settings = settings;
        this.progress = progress;
        this.sites = sites;
        this.stage = stage;
    }

    /**
     * Drills and returns what came of it; says each result as soon as it is there.
     *
     * @throws NotReadyException when a running server does not know the deployment service
     */
    static DrillReport of(DrillSettings settings, Scratch scratch, PrintStream progress)
            throws InterruptedException {
        int port = settings.target().isPresent() ? settings.servicePort() : 0;
        String tag = "drill-"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        try (DeploymentProcess service = DeploymentProcess.start(scratch.path(), port, LIFE);
                GroundTruth truth = new GroundTruth(service.url());
                Sites sites = new Sites(
                        settings.target(), scratch, service.url(), tag + "-workers", LIFE)) {
            CaseStage stage = new CaseStage(
                    sites,
                    truth,
                    tag,
                    url -> new PeerPlace(url, service.url(), scratch.path(), LIFE));
            return new DrillRun(settings, progress, sites, stage).drill(service.url());
        }
    }

    private DrillReport drill(String serviceUrl) throws InterruptedException {
        Instant startedAt = Instant.now();
        long startNanos = System.nanoTime();
        say("quietus drill · " + sites.description() + " · deployment service " + serviceUrl);
        if (settings.target().isPresent() && !stage.serverKnowsTheService()) {
            throw new NotReadyException(Preflight.explanation(serviceUrl));
        }
        say(TableText.head());
        Map<DrillCase, CaseResult> results = playAll();
        DrillReport report = new DrillReport(
                sites.description(),
                startedAt,
                Duration.ofNanos(System.nanoTime() - startNanos),
                List.copyOf(results.values()));
        say(TableText.foot(report));
        return report;
    }

    private Map<DrillCase, CaseResult> playAll() throws InterruptedException {
        Map<DrillCase, CaseResult> results = new EnumMap<>(DrillCase.class);
        ExecutorService threads = Executors.newFixedThreadPool(
                SIDE_BY_SIDE, Thread.ofVirtual().name("drill-", 0).factory());
        try {
            CompletionService<CaseResult> playing = new ExecutorCompletionService<>(threads);
            for (DrillCase each : longestFirst()) {
                if (!each.killsServer()) {
                    // Not on the case's time; the longest case starts its own meanwhile.
                    sites.shared();
                }
                playing.submit(() -> play(each));
            }
            while (results.size() < settings.cases().size()) {
                CaseResult result = playing.take().get();
                results.put(result.drilled(), result);
                TableText.lines(result).forEach(this::say);
            }
            return results;
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a case threw what it must not", failed);
        } finally {
            threads.shutdownNow();
        }
    }

    private List<DrillCase> longestFirst() {
        return settings.cases().stream()
                .sorted(Comparator.comparing(DrillCase::deadline).reversed())
                .toList();
    }

    private CaseResult play(DrillCase drilled) throws InterruptedException {
        if (drilled.killsServer() && settings.target().isPresent()) {
            return new CaseResult.Skipped(drilled, NEEDS_OWN_SERVER);
        }
        Optional<String> lacking = drilled.lacking();
        return lacking.isPresent()
                ? new CaseResult.Skipped(drilled, lacking.get())
                : stage.play(drilled);
    }

    private void say(String line) {
        progress.println(line);
        progress.flush();
    }
}
