package dev.quietus.cli.command;

import dev.quietus.cli.exec.ExecSession;
import dev.quietus.cli.exec.ExecWish;
import dev.quietus.cli.view.CommandException;
import dev.quietus.execution.output.OutputPlan;
import dev.quietus.execution.unit.Budgets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus exec}: a local command as an execution unit under a run. */
@Command
final class ExecCommand implements Callable<Integer> {
    private static final long MEGABYTE = 1L << 20;
    private static final int MOST_MEGABYTES = 100_000;

    private final Invocation invocation;

    @Mixin
    UnitOptions unit = new UnitOptions();

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "The run it belongs to (default: QUIETUS_RUN).")
    Optional<String> run = Optional.empty();

    @Option(
            names = "--operation",
            paramLabel = "ID",
            description = "Its stable id; the same id never runs twice (default: a new one).")
    Optional<String> operation = Optional.empty();

    @Option(
            names = "--tool",
            paramLabel = "NAME",
            description = "The tool it counts as (default: exec. and the program's name).")
    Optional<String> tool = Optional.empty();

    @Option(
            names = "--effects",
            paramLabel = "WHAT",
            description = "What it may change: ${COMPLETION-CANDIDATES} (default: expected; files:"
                    + " nothing but the folder of --track).")
    ExecWish.ChangesWish effects = ExecWish.ChangesWish.EXPECTED;

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = "The declared provider that is asked about its effects.")
    Optional<String> provider = Optional.empty();

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "The business operation (default: the operation's id).")
    Optional<String> key = Optional.empty();

    @Option(
            names = "--requires-approval",
            description = "Run it only when a person has approved it: the first call has it"
                    + " recorded, the same call after 'quietus approve' runs it.")
    boolean approval;

    @Option(names = "--timeout", paramLabel = "D", description = "How long it may run.")
    Optional<Duration> timeout = Optional.empty();

    @Option(
            names = "--track",
            paramLabel = "DIR",
            description = "Say what it changed in this folder; 'quietus undo' can take that back.")
    Optional<String> track = Optional.empty();

    @Option(
            names = "--keep",
            paramLabel = "MB",
            description = "How much of each stream of output is kept on disk (default: 64).")
    int keepMegabytes = (int) (OutputPlan.USUAL_KEEP / MEGABYTE);

    @Option(names = "--no-input", description = "Give it no standard input.")
    boolean noInput;

    @Parameters(
            paramLabel = "CMD",
            arity = "1..*",
            description = "The program and its arguments, behind --.")
    List<String> command = new ArrayList<>();

    ExecCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        return new ExecSession(
                        wish(),
                        invocation.console(),
                        invocation.server(),
                        invocation.connection(),
                        invocation.places().state())
                .run();
    }

    private ExecWish wish() {
        String named = invocation.run("exec", run);
        if (effects == ExecWish.ChangesWish.FILES && track.isEmpty()) {
            throw CommandException.usage("exec: --effects files needs --track DIR");
        }
        if (effects == ExecWish.ChangesWish.FILES && provider.isPresent()) {
            throw CommandException.usage(
                    "exec: --effects files and --provider: who is to be asked?");
        }
        if (keepMegabytes < 0 || keepMegabytes > MOST_MEGABYTES) {
            throw CommandException.usage(
                    "exec: --keep is not between 0 and " + MOST_MEGABYTES + " megabytes");
        }
        return new ExecWish(
                named,
                operation.orElseGet(() -> "exec-" + UUID.randomUUID()),
                tool.orElseGet(this::toolName),
                effects,
                provider,
                key,
                approval,
                Budgets.USUAL.grace(unit.grace).timeout(timeout),
                track.map(invocation::path),
                command,
                !noInput,
                unit.containment,
                keepMegabytes * MEGABYTE);
    }

    private String toolName() {
        String program = command.getFirst();
        String base = program.substring(program.lastIndexOf('/') + 1);
        String name = base.replaceAll("[^!-~]", "_");
        return "exec." + (name.length() > 190 ? name.substring(0, 190) : name);
    }
}
