package dev.quietus.cli.exec;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.SafeText;
import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.unit.UnitReport;
import dev.quietus.execution.unit.UnitText;
import dev.quietus.execution.unit.UnitWatch;

import java.util.Optional;

/** What people read on the side of errors while a command is ended, and after it. */
final class ExecLines {
    private final Console console;
    private final ExecWish wish;
    private final EndLines end = new EndLines("the command", this::say);

    ExecLines(Console console, ExecWish wish) {
        this.console = console;
        this.wish = wish;
    }

    /** Says how it is ended, while that goes on. */
    UnitWatch watch() {
        return end;
    }

    /** The end, where there is more to say than the command's own words. */
    void ended(UnitReport unit, Optional<FileReport> files) {
        if (!EndLines.plain(unit) || !unit.outputComplete()) {
            say(EndLines.ended(unit) + " · " + SafeText.of(UnitText.output(unit)));
        }
        dropped(unit).ifPresent(this::say);
        unit.output().trouble().ifPresent(this::say);
        unit.error().trouble().ifPresent(this::say);
        files.ifPresent(report -> say(UnitText.changes(report) + "   quietus undo " + wish.run()
                + "/" + wish.operation() + " --dry-run"));
    }

    private static Optional<String> dropped(UnitReport unit) {
        long dropped = unit.output().bytes()
                - unit.output().kept()
                + unit.error().bytes()
                - unit.error().kept();
        return dropped == 0
                ? Optional.empty()
                : Optional.of(dropped + " bytes of output were passed on and not kept");
    }

    void say(String text) {
        console.note("quietus: " + text);
    }
}
