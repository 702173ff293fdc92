package dev.quietus.cli.view;

import dev.quietus.client.json.JsonObject;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * What is known of each call in flight, each fact on a line that stands for itself.
     *
     * @return the lines, by what they say without the time at which it was seen
     */
    public static Map<String, String> facts(BarrierFacts barrier, Console console) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (JsonObject operation : barrier.inFlight()) {
            String name = name(operation, barrier);
            for (Fact fact : facts(operation, barrier, console)) {
                lines.put(
                        name + " " + fact.name() + " " + fact.words(),
                        "      " + name + "   " + fact.line(console).strip());
            }
        }
        return lines;
    }

    /** One fact: its name, what is so, and since when or when it was seen. */
    private record Fact(String name, String words, Optional<Instant> at) {
        String line(Console console) {
            return "        " + Line.padded(name, FACT) + "  "
                    + timed(SafeText.of(words), at, textWidth(console, 26), console);
        }
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
        facts(operation, barrier, console).forEach(fact -> lines.add(fact.line(console)));
        return lines;
    }

    private static List<Fact> facts(JsonObject operation, BarrierFacts barrier, Console console) {
        List<Fact> facts = new ArrayList<>();
        operation
                .optionalObject("cancellation")
                .ifPresent(asked -> facts.add(new Fact(
                        "provider said",
                        Line.words(asked.optionalString("provider_response").orElse("nothing yet")),
                        asked.optionalInstant("answered_at")
                                .or(() -> asked.optionalInstant("requested_at")))));
        operation
                .optionalObject("effect_check")
                .ifPresent(check -> facts.add(new Fact(
                        "we observed", observed(check), check.optionalInstant("checked_at"))));
        String state = operation.optionalString("settled_state").orElse("pending");
        if (state.equals("unknown")) {
            facts.add(new Fact(
                    "held by",
                    operation.optionalString("held_by").orElse("nobody is named"),
                    operation.optionalInstant("unknown_since")));
        } else if (!state.equals("pending")) {
            facts.add(new Fact(
                    "settled", Line.words(state), operation.optionalInstant("settled_at")));
        }
        barrier.quietUntil()
                .ifPresent(until -> facts.add(
                        new Fact("quiet until", console.times().second(until), Optional.empty())));
        return facts;
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
