package dev.quietus.cli.command;

import dev.quietus.execution.Units;
import dev.quietus.execution.unit.Budgets;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options of every command that starts something as an execution unit. */
final class UnitOptions {
    @Option(
            names = "--grace",
            paramLabel = "D",
            description = "How long it may take to end by itself when it is stopped (default: 5s).")
    Duration grace = Budgets.USUAL.grace();

    @Option(
            names = "--containment",
            paramLabel = "WHAT",
            description = "How it is held together: ${COMPLETION-CANDIDATES} (default: the"
                    + " strongest that 'quietus doctor' finds).")
    Units.Wish containment = Units.Wish.STRONGEST;
}
