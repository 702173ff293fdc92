package dev.quietus.cli.command;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Details;
import dev.quietus.cli.view.SafeText;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus register RUN}: a run by hand, to try things; prints its authority. */
@Command
final class RegisterCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(paramLabel = "RUN", description = "The id of the new run.")
    String run = "";

    @Option(names = "--parent", paramLabel = "RUN", description = "Register it below this run.")
    Optional<String> parent = Optional.empty();

    @Option(
            names = "--allow",
            paramLabel = "PATTERN",
            description = "A tool it may use: NAME, PREFIX.* or *; may be repeated"
                    + " (default: what the server gives).")
    List<String> allow = new ArrayList<>();

    @Option(names = "--label", paramLabel = "K=V", description = "A label; may be repeated.")
    Map<String, String> labels = new TreeMap<>();

    @Option(
            names = "--resumes",
            paramLabel = "RUN",
            description = "The stopped run it goes on from.")
    Optional<String> resumes = Optional.empty();

    @Mixin
    RegistrationOptions registration = new RegistrationOptions();

    @Mixin
    OutputOption output = new OutputOption();

    RegisterCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Console console = invocation.console();
        RunRegistration.Builder wish = RunRegistration.builder().runId(run);
        parent.ifPresent(wish::parentRunId);
        registration.into(wish, console.clock());
        allow.forEach(wish::capability);
        labels.forEach(wish::label);
        resumes.ifPresent(wish::resumes);
        RunAuthority authority = invocation.server().registerRun(wish.build());
        output.print(authority.raw(), () -> lines(authority, console), console);
        return 0;
    }

    private static List<String> lines(RunAuthority authority, Console console) {
        List<String> lines = new ArrayList<>();
        lines.add("Registered " + authority.runId());
        lines.add("  lease        " + authority.lease() + ", epoch " + authority.revocationEpoch());
        authority
                .validUntil()
                .ifPresent(at -> lines.add("  valid until  " + console.times().day(at)));
        String tools = Details.tools(authority.raw());
        if (!tools.isEmpty()) {
            lines.add("  tools        " + SafeText.of(tools)
                    + (tools.equals("none") ? ": it may start nothing (see --allow)" : ""));
        }
        authority
                .leaseToken()
                .ifPresent(
                        token -> lines.add("  token        " + token + "   (speaks for this run)"));
        lines.add("  quietus stop " + authority.runId() + " --reason \"…\"");
        return lines;
    }
}
