package dev.quietus.drill.cases;

import dev.quietus.drill.peer.PeerPlace;
import dev.quietus.drill.truth.GroundTruth;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Plays single cases, each on a bench of its own and within its own deadline. Thread-safe. */
final class CaseStage {
    private final Sites sites;
    private final GroundTruth truth;
    private final String tag;
    private final Function<String, PeerPlace> places;

    /**
     * @param tag what all names of this drill begin with
     * @param places where peers of the server at this URL live
     */
    CaseStage(Sites sites, GroundTruth truth, String tag, Function<String, PeerPlace> places) {
        this.sites = sites;
        this.truth = truth;
        this.tag = tag;
        this.places = places;
    }

    /** Tells whether the shared server asks the drill's deployment service. */
    boolean serverKnowsTheService() throws InterruptedException {
        try (Bench bench = bench(sites.shared(), "probe")) {
            return Preflight.serverKnowsTheService(bench);
        }
    }

    /** Plays a case to its end, or to its deadline. */
    CaseResult play(DrillCase drilled) throws InterruptedException {
        long startNanos = System.nanoTime();
        Findings findings = new Findings();
        List<String> differences = new ArrayList<>();
        FutureTask<Boolean> played = new FutureTask<>(() -> {
            onItsBench(drilled, findings);
            return true;
        });
        Thread thread = Thread.ofVirtual().name(drilled.word()).start(played);
        try {
            played.get(drilled.deadline().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            differences.add("expected it to end within %d s, found it still at work"
                    .formatted(drilled.deadline().toSeconds()));
        } catch (ExecutionException broke) {
            differences.add("broke off: " + reason(broke));
        } finally {
            played.cancel(true);
            thread.join(Duration.ofSeconds(20));
        }
        return result(
                drilled, Duration.ofNanos(System.nanoTime() - startNanos), findings, differences);
    }

    private void onItsBench(DrillCase drilled, Findings findings) throws InterruptedException {
        Site site = drilled.killsServer() ? sites.own(drilled.word()) : sites.shared();
        try (Bench bench = bench(site, drilled.word())) {
            drilled.exercise().play(bench, findings);
        } catch (RuntimeException broke) {
            site.own()
                    .map(server -> server.process())
                    .filter(process -> !process.isAlive())
                    .map(process -> process.endedEarly(drilled.word()))
                    .ifPresent(broke::addSuppressed);
            throw broke;
        }
    }

    private Bench bench(Site site, String name) {
        return new Bench(site, places.apply(site.url()), truth, tag + "-" + name);
    }

    private static String reason(ExecutionException broke) {
        Throwable cause = Optional.ofNullable(broke.getCause()).orElse(broke);
        StringBuilder reason = new StringBuilder(String.valueOf(cause.getMessage()));
        for (Throwable more : cause.getSuppressed()) {
            reason.append('\n').append(more.getMessage());
        }
        return reason.toString();
    }

    private static CaseResult result(
            DrillCase drilled, Duration time, Findings findings, List<String> brokenOff) {
        List<String> differences = new ArrayList<>(brokenOff);
        if (!findings.observed().equals(drilled.expect())) {
            differences.add("outcome: expected %s, found %s"
                    .formatted(drilled.expect(), findings.observed()));
        }
        findings.checks().stream()
                .filter(check -> !check.holds())
                .map(check -> "%s: expected %s, found %s"
                        .formatted(check.claim(), check.expected(), check.found()))
                .forEach(differences::add);
        return differences.isEmpty()
                ? new CaseResult.Passed(drilled, time, findings.checks())
                : new CaseResult.Failed(
                        drilled, time, findings.observed(), differences, findings.checks());
    }
}
