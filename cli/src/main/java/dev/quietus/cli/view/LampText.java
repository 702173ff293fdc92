package dev.quietus.cli.view;

import dev.quietus.client.json.JsonObject;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The lamps of a barrier and what is known of each call in flight, as lines. */
public final class LampText {

    private static final int NAME = 12;
    private static final int FACT = 16;
    private static final int TEXT = 58;
    private static final int SHORTEST_TEXT = 24;
    private static final int SHOWN = 6;

    private LampText() {}

    /** A line for each lamp, and below the last one what is known of the calls in flight. */
    public static List<String> lines(BarrierFacts barrier, Console console) {
        List<String> lines = new ArrayList<>();
        for (Lamp lamp : Lamps.of(barrier)) {
            lines.add(line(lamp, console));
        }
        lines.addAll(inFlight(barrier, console));
        return lines;
    }

    /** The line of one lamp: sign, name, what it means now, and since when. */
    public static String line(Lamp lamp, Console console) {
        String name = console.sign(lamp.sign(), Line.padded(lamp.name(), NAME));
        String words = lamp.words() + (lamp.passing().isEmpty() ? "" : " · " + lamp.passing());
        return "  " + name + "   " + timed(words, lamp.at(), textWidth(console, 17), console);
    }

    /** The four lamps in one line: {@code ● dispatch ◐ effects}. */
    public static String brief(BarrierFacts barrier, Console console) {
        List<String> words = new ArrayList<>();
        for (Lamp lamp : Lamps.of(barrier)) {
            words.add(console.sign(lamp.sign(), lamp.name()));
        }
        return String.join("  ", words);
    }

    /** What is known of the calls in flight; the unsettled ones first, and a bounded number. */
    public static List<String> inFlight(BarrierFacts barrier, Console console) {
        List<JsonObject> open = new ArrayList<>();
        List<JsonObject> settled = new ArrayList<>();
        for (JsonObject operation : barrier.inFlight()) {
            String state = operation.optionalString("settled_state").orElse("pending");
            (state.equals("pending") || state.equals("unknown") ? open : settled).add(operation);
        }
        List<JsonObject> all = new ArrayList<>(open);
        all.addAll(settled);
        List<String> lines = new ArrayList<>();
        for (JsonObject operation : all.subList(0, Math.min(SHOWN, all.size()))) {
            lines.addAll(operation(operation, barrier, console));
        }
        if (all.size() > SHOWN) {
            lines.add("      and " + (all.size() - SHOWN) + " more: quietus show " + barrier.id());
        }
        return lines;
    }

    /** What is known of each call in flight, each fact on a line that stands for itself. */
    public static List<String> facts(BarrierFacts barrier, Console console) {
        List<String> lines = new ArrayList<>();
        for (JsonObject operation : barrier.inFlight()) {
            for (String fact : facts(operation, barrier, console)) {
                lines.add("      " + name(operation, barrier) + "   " + fact.strip());
            }
        }
        return lines;
    }

    private static String name(JsonObject operation, BarrierFacts barrier) {
        String run = operation.optionalString("run_id").orElse(barrier.run());
        String id = operation.string("operation_id");
        return SafeText.of(run.equals(barrier.run()) ? id : run + "/" + id);
    }

    private static List<String> operation(
            JsonObject operation, BarrierFacts barrier, Console console) {
        List<String> lines = new ArrayList<>();
        lines.add("      " + SafeText.of(operation.optionalString("tool").orElse("")) + "   "
                + name(operation, barrier));
        lines.addAll(facts(operation, barrier, console));
        return lines;
    }

    private static List<String> facts(JsonObject operation, BarrierFacts barrier, Console console) {
        List<String> lines = new ArrayList<>();
        operation
                .optionalObject("cancellation")
                .ifPresent(asked -> lines.add(fact(
                        "provider said",
                        Line.words(asked.optionalString("provider_response").orElse("nothing yet")),
                        asked.optionalInstant("answered_at")
                                .or(() -> asked.optionalInstant("requested_at")),
                        console)));
        operation
                .optionalObject("effect_check")
                .ifPresent(check -> lines.add(fact(
                        "we observed",
                        observed(check),
                        check.optionalInstant("checked_at"),
                        console)));
        String state = operation.optionalString("settled_state").orElse("pending");
        if (state.equals("unknown")) {
            lines.add(fact(
                    "held by",
                    operation.optionalString("held_by").orElse("nobody is named"),
                    operation.optionalInstant("unknown_since"),
                    console));
        } else if (!state.equals("pending")) {
            lines.add(fact(
                    "settled",
                    Line.words(state),
                    operation.optionalInstant("settled_at"),
                    console));
        }
        barrier.quietUntil()
                .ifPresent(until -> lines.add(fact(
                        "quiet until", console.times().second(until), Optional.empty(), console)));
        return lines;
    }

    private static String observed(JsonObject check) {
        String word = check.optionalString("observed").orElse("");
        String detail = check.optionalString("detail").orElse("");
        String said = switch (word) {
            case "present" -> "the effect is there";
            case "none" -> "no effect";
            case "not_known" -> "not known";
            default -> Line.words(word);
        };
        return detail.isEmpty() ? said : said + " (" + detail + ")";
    }

    private static String fact(String name, String words, Optional<Instant> at, Console console) {
        return "        " + Line.padded(name, FACT) + "  "
                + timed(SafeText.of(words), at, textWidth(console, 26), console);
    }

    private static String timed(String words, Optional<Instant> at, int width, Console console) {
        if (at.isEmpty()) {
            return console.live() ? Line.cut(words, width) : words;
        }
        String time = console.toned(Tone.DIM, console.times().moment(at.get()));
        return Line.padded(console.live() ? Line.cut(words, width) : words, width) + " " + time;
    }

    /** The room for words so that all times stand below each other and a line fits a terminal. */
    private static int textWidth(Console console, int before) {
        int wanted = TEXT + 17 - before;
        int room = console.width() - before - 13;
        return Math.max(SHORTEST_TEXT, Math.min(wanted, room));
    }
}
