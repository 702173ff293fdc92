package dev.quietus.verify.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What must hold of stops, by going through each tree's events once: S1 no start after the event of
 * a stop, S2 nor in a run below, S8 one barrier for one scope, S10 no lease beyond the parent's.
 */
final class StopRules {
    private final Map<String, Optional<String>> parents = new HashMap<>();
    private final Set<String> stopped = new HashSet<>();
    private final Map<String, Set<String>> stoppedTools = new HashMap<>();
    private final Set<String> stoppedOperations = new HashSet<>();
    private final Set<String> scopes = new HashSet<>();
    private final List<String> broken = new ArrayList<>();

    private StopRules() {}

    static void check(WholeLedger ledger) {
        for (List<JsonObject> events : ledger.eventsByTree().values()) {
            StopRules rules = new StopRules();
            events.forEach(rules::look);
            assertThat(rules.broken).as("against the order of stops and starts").isEmpty();
        }
        ledger.runs().values().forEach(run -> isWithinItsParent(ledger, run));
    }

    private void look(JsonObject event) {
        String run = event.string("run_id");
        JsonObject data = event.object("data");
        switch (WholeLedger.type(event)) {
            case "run_registered" -> registered(event, run, data);
            case "run_promoted" -> {
                require(event, stopAbove(run).isEmpty(), "promoted under a stop");
                parents.put(run, Optional.empty());
            }
            case "stop_requested" -> stopRequested(event, run, data);
            case "operation_accepted" ->
                require(event, stopAbove(run).isEmpty(), "accepted under a stop");
            case "operation_begun" -> begun(event, run, data.string("tool"));
            default -> {
                // Nothing else starts anything.
            }
        }
    }

    private void registered(JsonObject event, String run, JsonObject data) {
        Optional<String> parent = data.optionalString("parent_run_id");
        require(event, !parents.containsKey(run), "registered twice");
        require(
                event,
                parent.filter(above -> stopAbove(above).isPresent()).isEmpty(),
                "registered under a stopped run");
        parents.put(run, parent);
    }

    private void stopRequested(JsonObject event, String run, JsonObject data) {
        String selector = data.string("selector");
        require(event, scopes.add(run + " " + selector), "a second barrier of one scope");
        if (selector.equals("everything")) {
            stopped.add(run);
        } else if (selector.startsWith("tool:")) {
            stoppedTools
                    .computeIfAbsent(run, _ -> new HashSet<>())
                    .add(selector.substring("tool:".length()));
        } else {
            stoppedOperations.add(run + "/" + selector.substring("operation:".length()));
        }
    }

    private void begun(JsonObject event, String run, String tool) {
        require(event, stopAbove(run).isEmpty(), "begun under a stop");
        boolean stoppedItself = stoppedOperations.contains(WholeLedger.key(event));
        require(event, !stoppedItself, "begun under a stop of this operation");
        boolean taken = path(run).stream()
                .flatMap(above -> stoppedTools.getOrDefault(above, Set.of()).stream())
                .anyMatch(pattern -> matches(pattern, tool));
        require(event, !taken, "begun with a tool that a stop took away");
    }

    private static boolean matches(String pattern, String tool) {
        return pattern.endsWith("*")
                ? tool.startsWith(pattern.substring(0, pattern.length() - 1))
                : tool.equals(pattern);
    }

    private Optional<String> stopAbove(String run) {
        return path(run).stream().filter(stopped::contains).findFirst();
    }

    /** The run and those its authority hangs on at this place of the chain. */
    private List<String> path(String run) {
        List<String> path = new ArrayList<>();
        Optional<String> at = Optional.of(run);
        while (at.isPresent() && !path.contains(at.get())) {
            path.add(at.get());
            at = parents.getOrDefault(at.get(), Optional.empty());
        }
        return path;
    }

    private void require(JsonObject event, boolean holds, String what) {
        if (!holds) {
            broken.add(what + ": " + event);
        }
    }

    private static void isWithinItsParent(WholeLedger ledger, JsonObject run) {
        run.optionalString("parent_run_id").ifPresent(parent -> {
            JsonObject above = ledger.run(parent);
            assertThat(run.instant("valid_until"))
                    .as("the lease of %s ends before that of %s", run.string("run_id"), parent)
                    .isBeforeOrEqualTo(above.instant("valid_until"));
        });
    }
}
