package dev.quietus.cli.command;

import dev.quietus.client.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus reject OP}: a person's no to work that waits for a decision. */
@Command
final class RejectCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            paramLabel = "OP",
            description = "RUN/OPERATION, or the operation where it is unique.")
    String address = "";

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why not.")
    String reason = "";

    RejectCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        JsonObject found = new Addresses(invocation).operation(address);
        JsonObject decided = invocation
                .server()
                .reject(found.string("run_id"), found.string("operation_id"), reason);
        new Decided(invocation.console()).tell("rejected", decided);
        return 0;
    }
}
