package dev.quietus.cli.mcp;

import dev.quietus.cli.config.Connection;
import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.OperationRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.Units;
import dev.quietus.execution.output.OutputPlan;
import dev.quietus.execution.unit.Budgets;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;
import dev.quietus.execution.unit.UnitWatch;
import dev.quietus.gateway.mcp.link.BytePipe;
import dev.quietus.gateway.mcp.link.ServerProcess;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Starts an MCP server as an execution unit: behind a gate, asked for as an operation of the run
 * with the unit's name as worker, noted on this machine, and only then let go. Who finds the
 * operation after a crash finds the processes by that name.
 *
 * @param name what the server is called; it counts as the tool {@code name.server}
 * @param command the program and its arguments
 * @param directory where it starts
 * @param environment what this program was given
 * @param connection the way to the Quietus server
 * @param server speaks there
 * @param run the run
 * @param state this machine's state folder
 * @param runStopped whether the run was stopped
 * @param notes takes lines for people
 */
record ServerUnits(
        String name,
        List<String> command,
        Path directory,
        Map<String, String> environment,
        Connection connection,
        Quietus server,
        String run,
        Path state,
        BooleanSupplier runStopped,
        Consumer<String> notes)
        implements ServerProcess.Starter {
    private static final Duration SILENCE = Duration.ofSeconds(30);

    @Override
    public ServerProcess start() throws IOException {
        UnitSystem system = Units.open(Units.Wish.STRONGEST);
        BytePipe output = new BytePipe();
        ExecutionUnit unit = ExecutionUnit.prepare(
                system,
                Units.host(),
                UnitName.newMark(new SecureRandom()),
                new UnitCommand(command, directory, ofServer()),
                Budgets.USUAL,
                passedOn(output.writer()),
                passedOn(new FileOutputStream(FileDescriptor.err)),
                UnitWatch.NONE);
        try {
            return begin(unit, output);
        } catch (QuietusException e) {
            unit.close();
            throw new IOException(
                    "the server was not started, because it could not be recorded: "
                            + e.getMessage(),
                    e);
        } catch (IOException | RuntimeException e) {
            unit.close();
            throw e;
        }
    }

    private static OutputPlan passedOn(OutputStream to) {
        return new OutputPlan(Optional.empty(), 0, 4_096, Optional.of(to));
    }

    /** No token is any business of a server that comes from elsewhere, the run's own neither. */
    private Map<String, String> ofServer() {
        Map<String, String> own = new HashMap<>(environment);
        own.remove("QUIETUS_TOKEN");
        own.remove("QUIETUS_TOKEN_FILE");
        own.remove("QUIETUS_LEASE");
        own.put("QUIETUS_RUN", run);
        return own;
    }

    private ServerProcess begin(ExecutionUnit unit, BytePipe output) throws IOException {
        String operation = "mcp-" + name + "-server-" + UUID.randomUUID();
        OperationRequest request = OperationRequest.builder(run, operation, name + ".server")
                .kind("local_command")
                .effects(ExpectedEffects.NONE)
                .build();
        BeginRequest question = BeginRequest.accepting(
                        request, RunAuthority.of(server.run(run)), unit.name().toString())
                .withHeartbeatTimeout(SILENCE);
        return switch (server.begin(question)) {
            case BeginAnswer.Denied denied ->
                throw new IOException("the server was not started: " + denied.inWords());
            case BeginAnswer.AlreadyFinished _ ->
                throw new IOException("the server was not started: its id was used before");
            case BeginAnswer.Allowed(long attempt, long _, JsonObject _) ->
                opened(unit, output, operation, attempt);
        };
    }

    private ServerProcess opened(
            ExecutionUnit unit, BytePipe output, String operation, long attempt)
            throws IOException {
        UnitJournal journal = UnitJournal.in(state);
        UnitJournal.Entry entry = new UnitJournal.Entry(
                unit.name(),
                connection.url().toString(),
                run,
                operation,
                attempt,
                unit.holder(),
                Budgets.USUAL.grace(),
                List.of(),
                Optional.empty());
        journal.write(entry);
        if (!unit.open()) {
            throw new IOException("the server was stopped before its first instruction");
        }
        return new ServerUnit(unit, output, server, journal, entry, runStopped, notes);
    }
}
