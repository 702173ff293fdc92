package dev.quietus.cli.view;

import dev.quietus.cli.view.Table.Cell;
import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs as a table: child runs below their parent, with what is closed and what still moves. */
public final class RunTable {

    private static final int DEEPEST = 64;

    private final Console console;
    private final Map<String, List<JsonObject>> children = new HashMap<>();
    private final Table table = new Table()
            .text("RUN")
            .text("TASK")
            .left("STATE")
            .left("DISPATCH")
            .left("QUEUED")
            .left("EFFECTS")
            .right("AGE");

    private RunTable(Console console) {
        this.console = console;
    }

    /** The lines of these runs, in their order as far as they are roots. */
    public static List<String> lines(List<JsonObject> runs, Console console) {
        RunTable rows = new RunTable(console);
        Set<String> known = new HashSet<>();
        for (JsonObject run : runs) {
            known.add(run.string("run_id"));
        }
        List<JsonObject> roots = new ArrayList<>();
        for (JsonObject run : runs) {
            Optional<String> parent = run.optionalString("parent_run_id").filter(known::contains);
            if (parent.isPresent()) {
                rows.children
                        .computeIfAbsent(parent.get(), id -> new ArrayList<>())
                        .add(run);
            } else {
                roots.add(run);
            }
        }
        rows.children
                .values()
                .forEach(below -> below.sort(Comparator.comparing(
                        run -> run.optionalString("registered_at").orElse(""))));
        for (JsonObject root : roots) {
            rows.add(root, shown(root), "", 0);
        }
        return rows.table.lines(console);
    }

    /** The same without ages and columns, each line for itself, for who reads only changes. */
    public static List<String> facts(List<JsonObject> runs, Console console) {
        List<String> lines = new ArrayList<>();
        for (JsonObject run : runs) {
            lines.add(shown(run) + "  " + run.optionalString("state").orElse("") + "  dispatch "
                    + text(dispatch(run), console) + "  queued " + text(queued(run), console)
                    + "  effects " + text(effects(run), console));
        }
        return lines;
    }

    private static String text(Cell cell, Console console) {
        String text = cell.text().strip();
        return console.toned(cell.tone(), text.isEmpty() ? "none" : text);
    }

    private void add(JsonObject run, String name, String indent, int depth) {
        Duration age = age(run);
        table.row(
                Cell.of(name),
                Cell.of(run.optionalString("task_id").orElse("")),
                Cell.of(run.optionalString("state").orElse("")),
                dispatch(run),
                queued(run),
                effects(run),
                new Cell(Times.age(age), Tone.DIM));
        List<JsonObject> below = children.getOrDefault(run.string("run_id"), List.of());
        if (depth == DEEPEST) {
            return;
        }
        for (int i = 0; i < below.size(); i++) {
            boolean last = i == below.size() - 1;
            JsonObject child = below.get(i);
            if (console.live()) {
                add(
                        child,
                        indent + (last ? "└ " : "├ ") + shortened(child, run),
                        indent + (last ? "  " : "│ "),
                        depth + 1);
            } else {
                add(child, shown(child), "", depth + 1);
            }
        }
    }

    private static String shown(JsonObject run) {
        return run.string("run_id");
    }

    /** The child's id without the beginning that its parent's row shows already. */
    private static String shortened(JsonObject child, JsonObject parent) {
        String id = shown(child);
        String above = shown(parent);
        return id.startsWith(above) && id.length() > above.length()
                ? "…" + id.substring(above.length())
                : id;
    }

    private static Duration age(JsonObject run) {
        Optional<Instant> now = run.optionalInstant("server_time");
        Optional<Instant> then = run.optionalInstant("registered_at");
        return now.isPresent() && then.isPresent()
                ? Duration.between(then.get(), now.get())
                : Duration.ZERO;
    }

    private static Cell dispatch(JsonObject run) {
        boolean open = run.optionalString("lease_status").orElse("").equals("active");
        return open ? Cell.of(Sign.NOT_YET, "open") : Cell.of(Sign.REACHED, "closed");
    }

    private static Cell queued(JsonObject run) {
        long waiting = count(run, "not_started");
        Optional<BarrierFacts> stop = stop(run);
        if (stop.isEmpty()) {
            return Cell.of("  " + waiting);
        }
        boolean out = stop.get().reached("queued_work_cancelled").isPresent();
        return Cell.of(out ? Sign.REACHED : Sign.UNDER_WAY, Long.toString(waiting));
    }

    private static Cell effects(JsonObject run) {
        long unknown = count(run, "unknown");
        long unsettled = count(run, "unsettled");
        Optional<BarrierFacts> stop = stop(run);
        if (unknown > 0) {
            return Cell.of(Sign.NEEDS_PERSON, unknown + " unknown");
        }
        if (stop.isEmpty()) {
            return Cell.of(unsettled == 0 ? "" : "  " + unsettled + " in flight");
        }
        if (unsettled > 0) {
            return Cell.of(Sign.UNDER_WAY, unsettled + " in flight");
        }
        // What is a run's own: the lamp of its stop waits for the runs beside it too.
        return stop.get().reached("queued_work_cancelled").isPresent()
                ? Cell.of(Sign.REACHED, "settled")
                : Cell.of(Sign.UNDER_WAY, "settling");
    }

    private static Optional<BarrierFacts> stop(JsonObject run) {
        return run.optionalObject("stop").map(BarrierFacts::new);
    }

    private static long count(JsonObject run, String name) {
        return run.optionalObject("counts")
                .map(counts -> counts.optionalInteger(name).orElse(0))
                .orElse(0L);
    }
}
