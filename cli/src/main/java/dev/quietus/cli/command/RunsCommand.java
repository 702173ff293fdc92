package dev.quietus.cli.command;

import dev.quietus.cli.view.RunTable;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quietus runs}: what runs, what is being stopped, and what still moves. */
@Command
final class RunsCommand implements Callable<Integer> {

    private static final int MOST = 100_000;

    private final Invocation invocation;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only running, cancelling, cancelled, completed or expired ones.")
    Optional<String> state = Optional.empty();

    @Option(names = "--label", paramLabel = "K=V", description = "Only those with this label.")
    Optional<String> label = Optional.empty();

    @Option(names = "--limit", paramLabel = "N", description = "At most so many (default: 200).")
    int limit = 200;

    @Mixin
    OutputOption output = new OutputOption();

    RunsCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        int most = Bounds.check("--limit", limit, 1, MOST);
        HttpCall call = HttpCall.get("v1", "runs").query("state", state).query("label", label);
        List<JsonObject> runs = invocation.pages(call, "runs", most);
        output.print(
                JsonObject.builder().put("runs", JsonArray.of(runs)).build(),
                () -> RunTable.lines(runs, invocation.console()),
                invocation.console());
        return 0;
    }
}
