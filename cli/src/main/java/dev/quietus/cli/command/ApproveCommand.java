package dev.quietus.cli.command;

import dev.quietus.client.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code quietus approve OP}: a person's yes to work that waits for it. */
@Command
final class ApproveCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            paramLabel = "OP",
            description = "RUN/OPERATION, or the operation where it is unique.")
    String address = "";

    ApproveCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        JsonObject found = new Addresses(invocation).operation(address);
        JsonObject decided =
                invocation.server().approve(found.string("run_id"), found.string("operation_id"));
        new Decided(invocation.console()).tell("approved", decided);
        return 0;
    }
}
