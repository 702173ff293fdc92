package dev.quietus.cli.exec;

import dev.quietus.client.ExpectedEffects;
import dev.quietus.execution.Units;
import dev.quietus.execution.unit.Budgets;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What was asked for.
 *
 * @param run the run
 * @param operation the operation's id
 * @param tool the tool's name, against which capabilities and stops are held
 * @param effects what the command may change
 * @param provider the declared provider that is asked about its effects
 * @param idempotencyKey the business operation
 * @param approval whether a person must approve it before it runs
 * @param budgets how long it may run, and its end may take
 * @param tracked the folder whose changes are looked for
 * @param command the program and its arguments
 * @param input whether it gets this process's standard input
 * @param containment what is wanted of its containment
 * @param keepBytes how much of each stream of output is kept on disk
 */
public record ExecWish(
        String run,
        String operation,
        String tool,
        ChangesWish effects,
        Optional<String> provider,
        Optional<String> idempotencyKey,
        boolean approval,
        Budgets budgets,
        Optional<Path> tracked,
        List<String> command,
        boolean input,
        Units.Wish containment,
        long keepBytes) {
    /** What the command may change. */
    public enum ChangesWish {
        /** Anything: what it did outside is known only to whoever it did it to. */
        EXPECTED,
        /** Files in the tracked folder, and nothing else. */
        FILES,
        /** Nothing. */
        NONE
    }

    /** Copies the list. */
    public ExecWish {
        command = List.copyOf(command);
    }

    /** What is recorded of its effects before it starts: changed files are an effect too. */
    public ExpectedEffects expectedEffects() {
        return effects == ChangesWish.NONE ? ExpectedEffects.NONE : ExpectedEffects.EXPECTED;
    }
}
