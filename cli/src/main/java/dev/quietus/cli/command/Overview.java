package dev.quietus.cli.command;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.Tone;

import java.util.ArrayList;
import java.util.List;

/** The help of the program itself: what most people need first, the rest by group. */
final class Overview {

    private static final int NAME = 12;

    private Overview() {}

    static List<String> lines(Console console) {
        List<String> lines = new ArrayList<>();
        lines.add("Stops an AI agent's run and hands you the receipt.");
        lines.add("");
        lines.add("Usage: quietus COMMAND …   'quietus COMMAND --help' shows an example");
        for (Group group : Group.values()) {
            lines.add("");
            lines.add(console.toned(Tone.BOLD, group.title()));
            for (ListedCommand command : Catalogue.ALL) {
                if (command.group() == group) {
                    lines.add(Line.cutToned(
                            "  " + Line.padded(command.name(), NAME) + command.summary(),
                            console.width()));
                }
            }
        }
        lines.add("");
        lines.add("Server and token: --url, --token; QUIETUS_URL, QUIETUS_TOKEN; quietus.yaml");
        lines.add("Exit: 0 done · 1 error · 2 usage · 3 stop incomplete · 4 refused");
        lines.add("      5 receipt invalid · 6 not found · 7 no server · 75 the run was stopped");
        return lines;
    }
}
