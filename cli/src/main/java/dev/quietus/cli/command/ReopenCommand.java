package dev.quietus.cli.command;

import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code quietus reopen}: new runs may register again after {@code stop --all --freeze}. */
@Command
final class ReopenCommand implements Callable<Integer> {

    private final Invocation invocation;

    ReopenCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        invocation.call(HttpCall.post(JsonObject.empty(), "v1", "stops", "reopen"));
        invocation.console().line("New runs may register again; stopped ones stay as they are");
        return 0;
    }
}
