package dev.quietus.cli.command;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** {@code quietus completion}: a script that completes the commands in bash and zsh. */
@Command
final class CompletionCommand implements Callable<Integer> {

    private final Invocation invocation;

    CompletionCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        invocation.console().data(AutoComplete.bash("quietus", Catalogue.whole(invocation)));
        return 0;
    }
}
