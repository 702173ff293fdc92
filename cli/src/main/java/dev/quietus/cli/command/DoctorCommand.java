package dev.quietus.cli.command;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.SafeText;
import dev.quietus.cli.view.Sign;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code quietus doctor}: what this machine and the server offer, and what is missing. Ends with 1
 * if something is missing that Quietus can't do without.
 */
@Command
final class DoctorCommand implements Callable<Integer> {

    private static final int NAME = 14;

    private final Invocation invocation;

    @Mixin
    OutputOption output = new OutputOption();

    DoctorCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        List<Check> checks = new ArrayList<>(new MachineChecks(invocation).all());
        checks.addAll(new ServerChecks(invocation).all());
        Console console = invocation.console();
        List<JsonObject> documents = new ArrayList<>();
        boolean lacking = false;
        for (Check check : checks) {
            documents.add(check.document());
            lacking |= check.result() == Check.Result.LACKING;
        }
        output.print(
                JsonObject.builder().put("checks", JsonArray.of(documents)).build(),
                () -> lines(checks, console),
                console);
        return lacking ? Exit.ERROR : Exit.DONE;
    }

    private static List<String> lines(List<Check> checks, Console console) {
        List<String> lines = new ArrayList<>();
        for (Check check : checks) {
            Sign sign = check.result() == Check.Result.FOUND ? Sign.FOUND : Sign.NEEDS_PERSON;
            lines.add(console.sign(sign, Line.padded(check.name(), NAME)) + "  "
                    + SafeText.of(check.words()));
        }
        return lines;
    }
}
