package dev.quietus.cli.view;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What goes into a pipe while somebody waits: a line for each change. What has been said is not
 * said again, even if it was seen again at another time. For one thread.
 */
public final class SaidOnce {
    /** Then it begins to forget, and may repeat itself. */
    private static final int MOST = 100_000;

    private final Console console;
    private final Set<String> said = new HashSet<>();

    /** Nothing has been said. */
    public SaidOnce(Console console) {
        this.console = console;
    }

    /** Whether this is the first line. */
    public boolean isSilent() {
        return said.isEmpty();
    }

    /** Says a line. */
    public void line(String line) {
        lines(Map.of(line, line));
    }

    /** Says lines, each under what tells it apart, in the order of the map. */
    public void lines(Map<String, String> lines) {
        if (said.size() > MOST) {
            said.clear();
        }
        lines.forEach((what, line) -> {
            if (said.add(what)) {
                console.line(line);
            }
        });
    }
}
