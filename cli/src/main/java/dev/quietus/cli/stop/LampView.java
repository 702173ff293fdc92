package dev.quietus.cli.stop;

import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Lamp;
import dev.quietus.cli.view.LampText;
import dev.quietus.cli.view.Lamps;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.LiveRegion;
import dev.quietus.cli.view.SaidOnce;

import java.util.ArrayList;
import java.util.List;

/**
 * One barrier while somebody waits: the lamps drawn in place on a terminal, a line for each change
 * in a pipe. For one thread.
 */
final class LampView implements ReceiptWait.View {

    private final Console console;
    private final LiveRegion region;
    private final SaidOnce said;

    LampView(Console console) {
        this.console = console;
        this.region = new LiveRegion(console);
        this.said = new SaidOnce(console);
    }

    @Override
    public void show(List<BarrierFacts> barriers) {
        BarrierFacts barrier = barriers.get(0);
        if (console.live()) {
            List<String> lines = new ArrayList<>(List.of(StopText.heading(barrier, console), ""));
            lines.addAll(LampText.lines(barrier, console));
            region.draw(lines);
            return;
        }
        if (said.isSilent()) {
            said.line(StopText.heading(barrier, console));
        } else if (barrier.descendants() > 0) {
            said.line("  " + Line.count(barrier.descendants(), "descendant") + " revoked with it");
        }
        for (Lamp lamp : Lamps.of(barrier)) {
            said.line(LampText.line(lamp.withoutPassing(), console));
        }
        said.lines(LampText.facts(barrier, console));
        console.flush();
    }
}
