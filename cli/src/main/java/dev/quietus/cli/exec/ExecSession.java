package dev.quietus.cli.exec;

import dev.quietus.cli.config.Connection;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Details;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.SafeText;
import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.OperationRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.CanonicalJson;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.core.ledger.Digests;
import dev.quietus.execution.Units;
import dev.quietus.execution.output.OutputPlan;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** One {@code quietus exec}, from the question whether it may start to the exit code. */
public final class ExecSession {
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final String NOT_ALLOWED = "deny_capability";

    private final ExecWish wish;
    private final Console console;
    private final Quietus server;
    private final Connection connection;
    private final Path state;
    private final ExecLines lines;
    private final String host = Units.host();

    /**
     * Prepares one.
     *
     * @param server the server that decides and records
     * @param connection the way to it
     * @param state the state folder of this machine
     */
    public ExecSession(
            ExecWish wish, Console console, Quietus server, Connection connection, Path state) {
        this.wish = wish;
        this.console = console;
        this.server = server;
        this.connection = connection;
        this.state = state;
        this.lines = new ExecLines(console, wish);
    }

    private String mayUse(JsonObject run) {
        return "; the tools of run " + wish.run() + ": " + SafeText.of(Details.tools(run))
                + "; this one is " + wish.tool();
    }

    /** Runs it and says the exit code. */
    public int run() {
        Path directory = console.directory().toAbsolutePath();
        Program.require(wish.command().getFirst(), console.env(), directory);
        UnitSystem system = Holding.open(wish.containment(), "exec", "a command");
        UnitJournal journal = UnitJournal.in(state);
        Leftovers leftovers =
                new Leftovers(system, state, host, server, connection.url().toString(), lines::say);
        leftovers.end();
        JsonObject run = server.run(wish.run());
        UnitPlace place = UnitPlace.of(state, wish.run(), wish.operation());
        wish.tracked().ifPresent(ExecSession::requireFolder);
        try (ExecutionUnit unit = prepare(system, directory, place, RunAuthority.of(run))) {
            return begin(unit, run, place, journal);
        } finally {
            // Behind the command, which does not wait for it.
            leftovers.clear();
        }
    }

    private static void requireFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw CommandException.usage(
                    "exec: --track: " + folder + " is no folder; nothing was recorded or run");
        }
    }

    private ExecutionUnit prepare(
            UnitSystem system, Path directory, UnitPlace place, RunAuthority authority) {
        try {
            return ExecutionUnit.prepare(
                    system,
                    host,
                    UnitName.newMark(new SecureRandom()),
                    new UnitCommand(wish.command(), directory, environment(authority)),
                    wish.budgets(),
                    plan(place.output(), FileDescriptor.out),
                    plan(place.error(), FileDescriptor.err),
                    lines.watch());
        } catch (IOException e) {
            throw new CommandException(
                    Exit.ERROR,
                    "exec: the command could not be started: " + e.getMessage()
                            + "; nothing was recorded",
                    e);
        }
    }

    private OutputPlan plan(Path file, FileDescriptor to) {
        OutputStream passOn = new FileOutputStream(to);
        return new OutputPlan(Optional.of(file), wish.keepBytes(), 4_096, Optional.of(passOn));
    }

    private Map<String, String> environment(RunAuthority authority) {
        return new UnitEnvironment(connection, authority, wish.operation(), connection.leaseToken())
                .in(console.env());
    }

    private int begin(ExecutionUnit unit, JsonObject run, UnitPlace place, UnitJournal journal) {
        BeginRequest question = BeginRequest.accepting(
                        operation(), RunAuthority.of(run), unit.name().toString())
                .withHeartbeatTimeout(SILENCE);
        return switch (server.begin(question)) {
            case BeginAnswer.Denied denied ->
                throw new CommandException(
                        Exit.REFUSED,
                        "exec: not started: " + SafeText.of(denied.inWords())
                                + (denied.decision().equals(NOT_ALLOWED) ? mayUse(run) : ""));
            case BeginAnswer.AlreadyFinished(JsonObject operation) -> already(operation);
            case BeginAnswer.Allowed(long attempt, long _, JsonObject _) ->
                new RunningCommand(
                                wish,
                                server,
                                connection.url().toString(),
                                lines,
                                unit,
                                attempt,
                                place,
                                journal)
                        .run();
        };
    }

    private OperationRequest operation() {
        OperationRequest.Builder request = OperationRequest.builder(
                        wish.run(), wish.operation(), wish.tool())
                .kind("local_command")
                .effects(wish.expectedEffects())
                .argumentsDigest(digest());
        wish.idempotencyKey().ifPresent(request::idempotencyKey);
        if (wish.effects() == ExecWish.ChangesWish.FILES) {
            request.provider("execution");
        }
        wish.provider().ifPresent(request::provider);
        if (wish.approval()) {
            request.requiresApproval();
        }
        return request.build();
    }

    /** The command and where it runs: the same operation with another command is refused. */
    private String digest() {
        JsonObject arguments = JsonObject.builder()
                .put(
                        "command",
                        JsonArray.of(
                                wish.command().stream().map(JsonString::new).toList()))
                .put("directory", console.directory().toAbsolutePath().toString())
                .build();
        return "sha256:" + Digests.sha256(CanonicalJson.bytes(arguments));
    }

    /** An operation that has an outcome is not carried out again. */
    private int already(JsonObject operation) {
        String outcome = operation.optionalString("state").orElse("ended");
        lines.say("nothing was run: " + wish.run() + "/" + wish.operation()
                + " has an outcome already: " + outcome);
        return outcome.equals("succeeded") ? Exit.DONE : Exit.ERROR;
    }
}
