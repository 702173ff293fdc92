package dev.quietus.drill.demo;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** What the reader sees: lines with their time in front, as in the log of an incident. */
final class Page {
    private static final int WIDTH = 66;

    private final PrintStream out;
    private final DateTimeFormatter moment;
    private final DateTimeFormatter second;

    Page(PrintStream out, ZoneId zone) {
        this.out = out;
        this.moment = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(zone);
        this.second = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(zone);
    }

    /** A headline, with space above it. */
    void headline(String text) {
        out.println();
        line(text);
    }

    /** A line as it is. */
    void line(String text) {
        out.println(text.stripTrailing());
        out.flush();
    }

    /** What happened at a time that the server gave. */
    void at(Instant time, String word, String text) {
        line("  %s  %-10s %s".formatted(moment.format(time), word, text));
    }

    /** What belongs to the line above. */
    void more(String text) {
        line("  %12s  %-10s %s".formatted("", "", text));
    }

    /** A lamp: its sign, its name, what is to be said of it, and since when it is so. */
    void lamp(String sign, String name, String words, Optional<Instant> since) {
        line("  %s %-12s %s".formatted(sign, name, timed(words, WIDTH, since)));
    }

    /** A fact about a call in flight. */
    void fact(String name, String words, Optional<Instant> since) {
        line("        %-16s %s".formatted(name, timed(words, WIDTH - 8, since)));
    }

    /** A time of day in seconds. */
    String second(Instant time) {
        return second.format(time);
    }

    private String timed(String words, int width, Optional<Instant> since) {
        return since.map(time -> String.format(
                        Locale.ROOT, "%-" + width + "s %s", words, moment.format(time)))
                .orElse(words);
    }
}
