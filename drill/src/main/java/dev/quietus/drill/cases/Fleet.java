package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.process.Patience;
import dev.quietus.drill.truth.Evidence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Many small runs that are stopped at once, and a server that is killed while it works on them. */
final class Fleet {
    /** So many barriers that some are at each of the fast steps when the kill comes. */
    private static final int SHIPS = 40;

    private final Bench bench;
    private final List<JsonObject> barriers = new ArrayList<>();
    private final Map<String, Integer> found = new TreeMap<>();
    private int sorties;

    Fleet(Bench bench) {
        this.bench = bench;
    }

    /** The steps at which a kill has found a barrier, with how many there were in all. */
    Map<String, Integer> found() {
        return Map.copyOf(found);
    }

    /**
     * Stops runs that did not exist before, kills the server when it shows one of them at a step,
     * and starts it again. What the kill has found, the record says: the step may be over by then.
     */
    void stopAndKill(String step) throws InterruptedException {
        sorties++;
        List<String> ships = new ArrayList<>();
        for (int i = 0; i < SHIPS; i++) {
            RunAuthority ship = bench.register("ship-%d-%d".formatted(sorties, i));
            bench.accept(ship, "waiting-%d-%d".formatted(sorties, i), bench.named("nobody"));
            ships.add(ship.runId());
        }
        List<JsonObject> stopped =
                bench.stopAll(StopRequest.because("drill: killed at the first steps"));
        awaitStep(step, Set.copyOf(ships));
        Instant killedAt = bench.killed();
        bench.server().startAgain();
        for (String ship : ships) {
            found.merge(stepAt(Evidence.events(bench.operator(), ship), killedAt), 1, Integer::sum);
            barriers.addAll(
                    answered(stopped, ship).or(() -> recorded(ship)).stream().toList());
        }
    }

    private static Optional<JsonObject> answered(List<JsonObject> stopped, String ship) {
        return stopped.stream()
                .filter(barrier -> barrier.string("run_id").equals(ship))
                .findFirst();
    }

    /**
     * An answer that is late on a busy machine is asked for again, and the second does not list the
     * runs that are quiet by then.
     */
    private Optional<JsonObject> recorded(String ship) {
        return bench.barriersOf(ship).stream().findFirst();
    }

    private void awaitStep(String step, Set<String> ships) throws InterruptedException {
        Set<String> before = Set.of("requested", "sweeping");
        Patience.await("a barrier is " + step, Bench.SOON, () -> {
            List<String> steps = bench.openBarriers().stream()
                    .filter(barrier -> ships.contains(barrier.string("run_id")))
                    .map(barrier -> barrier.string("state"))
                    .toList();
            // All of them may be past it before it was seen; then the next fleet has its turn.
            return Optional.of(step)
                    .filter(_ ->
                            steps.contains(step) || steps.stream().noneMatch(before::contains));
        });
    }

    /** The step at which the record showed a run's barrier at a moment. */
    static String stepAt(List<JsonObject> events, Instant moment) {
        String step = "running";
        for (JsonObject event : events) {
            if (!event.instant("at").isAfter(moment)) {
                step = switch (event.string("type")) {
                    case "stop_requested" -> "requested";
                    case "descendants_revoked", "operations_cancelled", "in_flight_captured" ->
                        "sweeping";
                    case "receipt_issued" -> "certified";
                    default ->
                        Receipts.part(event, "data")
                                .optionalString("state")
                                .filter(_ -> event.string("type").equals("barrier_moved"))
                                .orElse(step);
                };
            }
        }
        return step;
    }

    /** Each run has one barrier, the one that was answered, counted once, with one receipt. */
    void judge(Findings findings) throws InterruptedException {
        findings.check("runs that have a barrier", (long) SHIPS * sorties, barriers.size());
        List<String> wrong = new ArrayList<>();
        for (JsonObject barrier : barriers) {
            String said = said(barrier);
            if (!said.equals(SOUND)) {
                wrong.add(barrier.string("run_id") + ": " + said);
            }
        }
        findings.check("barriers that are not as they were, or not counted once", "[]", "" + wrong);
    }

    private static final String SOUND =
            "the same barrier, 1 stop, 1 cancelled, 1 receipt, valid, stopped_and_quiet";

    private String said(JsonObject barrier) throws InterruptedException {
        String run = barrier.string("run_id");
        JsonObject now = bench.awaitBarrier(
                barrier.string("barrier_id"),
                "has a receipt",
                shown -> !shown.string("decision").equals("stopping"));
        Findings own = new Findings();
        JsonObject receipt = Bench.verified(Evidence.newest(bench.operator(), run), own);
        boolean same = CrashMidBarrier.identity(barrier).equals(CrashMidBarrier.identity(now));
        return "%s, %d stop, %d cancelled, %d receipt, %s, %s"
                .formatted(
                        same ? "the same barrier" : "another barrier",
                        bench.events(run, "stop_requested"),
                        Receipts.count(receipt, "work", "queued_cancelled"),
                        bench.events(run, "receipt_issued"),
                        own.hold() ? "valid" : own.checks().toString(),
                        Receipts.word(receipt, "decision"));
    }
}
