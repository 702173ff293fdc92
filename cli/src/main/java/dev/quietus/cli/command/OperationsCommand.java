package dev.quietus.cli.command;

import dev.quietus.cli.view.OperationTable;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus operations RUN}: the work of one run, carried out or not. */
@Command
final class OperationsCommand implements Callable<Integer> {

    private static final int MOST = 100_000;

    private final Invocation invocation;

    @Parameters(paramLabel = "RUN", description = "The run.")
    String run = "";

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only those in this state, such as running or outcome_unknown.")
    Optional<String> state = Optional.empty();

    @Option(names = "--limit", paramLabel = "N", description = "At most so many (default: 1000).")
    int limit = 1_000;

    @Mixin
    OutputOption output = new OutputOption();

    OperationsCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        int most = Bounds.check("--limit", limit, 1, MOST);
        HttpCall call = HttpCall.get("v1", "runs", run, "operations").query("state", state);
        List<JsonObject> operations = invocation.pages(call, "operations", most);
        output.print(
                JsonObject.builder().put("operations", JsonArray.of(operations)).build(),
                () -> OperationTable.lines(operations, invocation.console()),
                invocation.console());
        return 0;
    }
}
