package dev.quietus.cli.command;

import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Lamp;
import dev.quietus.cli.view.LampText;
import dev.quietus.cli.view.Lamps;
import dev.quietus.cli.view.RunTable;
import dev.quietus.cli.view.SafeText;
import dev.quietus.cli.view.SaidOnce;
import dev.quietus.cli.view.Tone;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What {@code quietus watch} shows, as of its last look. For one thread. */
final class WatchPicture {

    private static final int MOST_RUNS = 200;
    private static final int MOST_BARRIERS = 5;
    private static final int MOST_WORKING = 5;
    private static final int MOST_OPERATIONS = 10;

    private final Invocation invocation;
    private final Optional<String> run;
    private List<JsonObject> runs = List.of();
    private List<BarrierFacts> barriers = List.of();
    private List<JsonObject> work = List.of();

    WatchPicture(Invocation invocation, Optional<String> run) {
        this.invocation = invocation;
        this.run = run;
    }

    /** Asks the server; the picture before stays if it does not answer. */
    void look() {
        List<JsonObject> foundRuns = run.isPresent() ? tree(run.get()) : notOver();
        List<BarrierFacts> foundBarriers = barriersOf(foundRuns);
        work = workOf(foundRuns);
        runs = foundRuns;
        barriers = foundBarriers;
    }

    private List<JsonObject> tree(String id) {
        return invocation.server().tree(id).array("runs").objects();
    }

    private List<JsonObject> notOver() {
        List<JsonObject> all = invocation.pages(HttpCall.get("v1", "runs"), "runs", MOST_RUNS);
        List<JsonObject> open = new ArrayList<>();
        for (JsonObject found : all) {
            String state = found.optionalString("state").orElse("");
            if (state.equals("running") || state.equals("cancelling")) {
                open.add(found);
            }
        }
        return open;
    }

    private List<BarrierFacts> barriersOf(List<JsonObject> found) {
        Set<String> ids = new LinkedHashSet<>();
        for (JsonObject each : found) {
            each.optionalObject("stop").ifPresent(stop -> ids.add(new BarrierFacts(stop).id()));
        }
        return ids.stream()
                .limit(MOST_BARRIERS)
                .map(id -> new BarrierFacts(invocation.server().barrier(id)))
                .toList();
    }

    /** The running operations of runs that nobody stops; those of a stop are in its barrier. */
    private List<JsonObject> workOf(List<JsonObject> found) {
        List<JsonObject> running = new ArrayList<>();
        int asked = 0;
        for (JsonObject each : found) {
            long count = each.optionalObject("counts")
                    .map(counts -> counts.optionalInteger("running").orElse(0))
                    .orElse(0L);
            if (count > 0 && !each.has("stop") && asked < MOST_WORKING) {
                asked++;
                HttpCall call = HttpCall.get("v1", "runs", each.string("run_id"), "operations")
                        .query("state", "running")
                        .query("limit", Integer.toString(MOST_OPERATIONS));
                running.addAll(invocation
                        .call(call)
                        .optionalArray("operations")
                        .orElse(JsonArray.empty())
                        .objects());
            }
        }
        return running;
    }

    /** The whole picture, for a terminal. */
    List<String> lines() {
        Console console = invocation.console();
        if (runs.isEmpty()) {
            return List.of("Nothing runs.   quietus runs shows what is over too");
        }
        List<String> lines = new ArrayList<>(RunTable.lines(runs, console));
        for (BarrierFacts barrier : barriers) {
            lines.add("");
            lines.add(title(barrier, console));
            lines.addAll(LampText.lines(barrier, console));
        }
        if (!work.isEmpty()) {
            lines.add("");
            lines.add("In flight");
            work.forEach(operation -> lines.add(inFlight(operation, console)));
        }
        return lines;
    }

    /** The same without what changes from second to second, each line for itself, for a pipe. */
    void say(SaidOnce said) {
        Console console = invocation.console();
        RunTable.facts(runs, console).forEach(said::line);
        for (BarrierFacts barrier : barriers) {
            said.line(title(barrier, console));
            for (Lamp lamp : Lamps.of(barrier)) {
                said.line(LampText.line(lamp.withoutPassing(), console) + "  " + barrier.id());
            }
            said.lines(LampText.facts(barrier, console));
        }
        work.forEach(operation -> said.line(inFlight(operation, console)));
    }

    private static String title(BarrierFacts barrier, Console console) {
        String words = switch (barrier.decision()) {
            case "stopped_and_quiet" -> "Stopped and quiet";
            case "stop_incomplete" -> "Stop incomplete";
            default -> "Stopping";
        };
        String by = barrier.requestedBy().map(name -> " · asked by " + name).orElse("");
        return console.toned(Tone.BOLD, words + " " + SafeText.of(barrier.run()))
                + SafeText.of("   barrier " + barrier.id() + by);
    }

    private static String inFlight(JsonObject operation, Console console) {
        String since = operation
                .optionalInstant("begun_at")
                .map(at -> "   since " + console.times().second(at))
                .orElse("");
        String worker =
                operation.optionalString("worker").map(name -> "   " + name).orElse("");
        return SafeText.of("  " + operation.optionalString("tool").orElse("") + "   "
                + operation.optionalString("run_id").orElse("") + "/"
                + operation.string("operation_id") + worker + since);
    }
}
