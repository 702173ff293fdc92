package dev.quietus.cli.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus promote RUN}: makes a child run an independent task, before any stop. */
@Command
final class PromoteCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(paramLabel = "RUN", description = "The child run.")
    String run = "";

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why.")
    String reason = "";

    PromoteCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        invocation.server().promote(run, reason);
        invocation
                .console()
                .line(run + "   promoted · a stop of the run above no longer reaches it");
        return 0;
    }
}
