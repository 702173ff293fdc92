package dev.quietus.cli.stop;

import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.LampText;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.LiveRegion;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Many barriers while somebody waits: one line of four lamps each. For one thread. */
final class LampsView implements ReceiptWait.View {

    private static final int ID = 40;

    private final Console console;
    private final LiveRegion region;
    private final Set<String> said = new HashSet<>();

    LampsView(Console console) {
        this.console = console;
        this.region = new LiveRegion(console);
    }

    @Override
    public void show(List<BarrierFacts> barriers) {
        List<String> lines = new ArrayList<>();
        for (BarrierFacts barrier : barriers) {
            lines.add("  " + Line.padded(Line.cut(barrier.id(), ID), ID) + "  "
                    + LampText.brief(barrier, console));
        }
        if (console.live()) {
            region.draw(lines);
            return;
        }
        for (String line : lines) {
            if (said.add(line)) {
                console.line(line);
            }
        }
        console.flush();
    }
}
