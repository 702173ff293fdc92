package dev.quietus.cli.stop;

import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Lamp;
import dev.quietus.cli.view.LampText;
import dev.quietus.cli.view.Lamps;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.LiveRegion;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One barrier while somebody waits: the lamps drawn in place on a terminal, a line for each change
 * in a pipe. For one thread.
 */
final class LampView implements ReceiptWait.View {

    private final Console console;
    private final LiveRegion region;
    private final Set<String> said = new HashSet<>();

    LampView(Console console) {
        this.console = console;
        this.region = new LiveRegion(console);
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
        if (said.isEmpty()) {
            say(StopText.heading(barrier, console));
        } else if (barrier.descendants() > 0) {
            say("  " + Line.count(barrier.descendants(), "descendant") + " revoked with it");
        }
        for (Lamp lamp : Lamps.of(barrier)) {
            say(LampText.line(lamp.withoutPassing(), console));
        }
        LampText.facts(barrier, console).forEach(this::say);
        console.flush();
    }

    private void say(String line) {
        if (said.add(line)) {
            console.line(line);
        }
    }
}
