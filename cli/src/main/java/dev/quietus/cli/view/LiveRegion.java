package dev.quietus.cli.view;

import java.util.List;

/**
 * The last lines of a terminal, drawn again in place (ECMA-48: cursor up, erase below). Lines that
 * do not fit the screen are left out at the end, and the last one says so. For one thread.
 */
public final class LiveRegion {

    private final Console console;
    private int drawn;

    /** A region at the cursor of a console whose out is a terminal. */
    public LiveRegion(Console console) {
        this.console = console;
    }

    /** Shows these lines in place of those before. */
    public void draw(List<String> lines) {
        StringBuilder frame = new StringBuilder();
        if (drawn > 0) {
            frame.append("\u001b[").append(drawn).append('A');
        }
        frame.append("\r\u001b[J");
        int most = console.screen().map(Screen::rows).orElse(Integer.MAX_VALUE) - 1;
        boolean all = lines.size() <= most;
        List<String> shown = all ? lines : lines.subList(0, Math.max(0, most - 1));
        for (String line : shown) {
            frame.append(console.shown(Line.cutToned(line, console.width()))).append('\n');
        }
        if (!all) {
            frame.append(console.shown("… " + (lines.size() - shown.size()) + " more lines"))
                    .append('\n');
        }
        drawn = shown.size() + (all ? 0 : 1);
        console.out().print(frame);
        console.out().flush();
    }
}
