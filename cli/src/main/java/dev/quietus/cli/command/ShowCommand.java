package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Details;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code quietus show ID}: a run, an operation or a barrier, whichever has that id. */
@Command
final class ShowCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            paramLabel = "ID",
            description =
                    "A run, RUN/OPERATION, an operation alone where it is unique, or a barrier.")
    String id = "";

    @Mixin
    OutputOption output = new OutputOption();

    ShowCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Console console = invocation.console();
        Addresses addresses = new Addresses(invocation);
        Optional<JsonObject> run = addresses.find(HttpCall.get("v1", "runs", id));
        if (run.isPresent()) {
            output.print(run.get(), () -> Details.run(run.get(), console), console);
            return 0;
        }
        Optional<JsonObject> barrier = addresses.find(HttpCall.get("v1", "barriers", id));
        if (barrier.isPresent()) {
            output.print(barrier.get(), () -> Details.barrier(barrier.get(), console), console);
            return 0;
        }
        JsonObject operation = addresses
                .findOperation(id)
                .orElseThrow(() -> new CommandException(
                        Exit.NOT_FOUND,
                        "there is no run, barrier or operation '" + id
                                + "'; 'quietus runs' lists the runs"));
        output.print(operation, () -> Details.operation(operation, console), console);
        return 0;
    }
}
