package dev.quietus.cli.run;

import dev.quietus.cli.exec.ExecWish;
import dev.quietus.cli.exec.Holding;
import dev.quietus.cli.exec.Leftovers;
import dev.quietus.cli.exec.Program;
import dev.quietus.cli.exec.UnitEnvironment;
import dev.quietus.cli.exec.UnitPlace;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.execution.Units;
import dev.quietus.execution.output.OutputPlan;
import dev.quietus.execution.unit.Budgets;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;
import dev.quietus.gateway.run.GatewayRun;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One {@code quietus run}, from the registration of the run to the exit code. */
public final class RunSession {
    /** The operation that is the agent's own process; there is one in each run. */
    static final String OPERATION = "agent";

    private static final int TAIL_BYTES = 4_096;

    private final RunWish wish;
    private final Console console;
    private final RunServer server;
    private final Path state;
    private final RunLines lines;
    private final String host = Units.host();

    /**
     * Prepares one.
     *
     * @param server the ways to the server
     * @param state the state folder of this machine
     */
    public RunSession(RunWish wish, Console console, RunServer server, Path state) {
        this.wish = wish;
        this.console = console;
        this.server = server;
        this.state = state;
        this.lines = new RunLines(console, wish.quiet());
    }

    /** Runs it and says the exit code. */
    public int run() {
        Path directory = console.directory().toAbsolutePath();
        Program.require(wish.command().getFirst(), console.env(), directory);
        UnitSystem system = Holding.open(wish.containment(), "run", "an agent");
        new Leftovers(
                        system,
                        state,
                        host,
                        server.starter(),
                        server.connection().url().toString(),
                        lines::say)
                .end();
        RunAuthority authority = server.starter().registerRun(registration());
        UnitPlace place = UnitPlace.of(state, wish.run(), OPERATION);
        try (Quietus lease = server.withLease(authority);
                GatewayRun gateway =
                        GatewayRun.join(lease, wish.run(), UnitName.beside(system, host) + "run");
                RunFolder folder = RunFolder.make(state)) {
            AgentWiring wiring = wiring(folder);
            AgentWiring.Start start =
                    new AgentWiring.Start(wish.command(), environment(authority), directory);
            AgentWiring.Found found = wiring.find(start).to(wish.upstreams());
            try (OpenDoors doors = OpenDoors.open(gateway, found, wish.toolEffects())) {
                AgentWiring.Wired wired =
                        wiring.wire(withHooks(start, doors), found, doors(doors, folder));
                lines.begins(wish.run(), wired.behind(), found.notCovered());
                Optional<TerminalRelay> terminal = TerminalRelay.open(lines);
                try (ExecutionUnit unit = prepare(system, terminal, wired, directory)) {
                    return new RunningAgent(
                                    wish,
                                    asExec(wired),
                                    server,
                                    authority,
                                    new RunningAgent.Gates(gateway, doors, terminal),
                                    lines,
                                    unit,
                                    place,
                                    UnitJournal.in(state))
                            .run();
                }
            }
        } catch (IOException e) {
            throw new CommandException(
                    Exit.ERROR, "run: the agent could not be started: " + e.getMessage(), e);
        }
    }

    private RunRegistration registration() {
        RunRegistration.Builder registration = RunRegistration.builder().runId(wish.run());
        wish.parent().ifPresent(registration::parentRunId);
        wish.task().ifPresent(registration::taskId);
        wish.owner().ifPresent(registration::owner);
        if (!wish.allow().isEmpty()) {
            wish.allow().forEach(registration::capability);
            List.of("agent.*", "model.*").stream()
                    .filter(needed -> !wish.allow().contains(needed))
                    .forEach(registration::capability);
        } else if (wish.parent().isEmpty()) {
            registration.capability("*");
        }
        wish.validFor()
                .ifPresent(life ->
                        registration.validUntil(console.clock().instant().plus(life)));
        return registration.build();
    }

    private AgentWiring wiring(RunFolder folder) {
        return switch (wish.agent()) {
            case CLAUDE -> new ClaudeWiring();
            case CODEX -> new CodexWiring();
            case OPENCODE -> new OpencodeWiring();
            case GEMINI -> new GeminiWiring(folder.path());
            case OTHER -> new PlainWiring();
        };
    }

    private AgentWiring.Doors doors(OpenDoors doors, RunFolder folder) {
        // What stands between has to be through before the agent's own time is over.
        return new AgentWiring.Doors(
                doors.hooks(),
                doors.models(),
                doors.readable(),
                folder.path(),
                wish.run(),
                wish.grace().dividedBy(2));
    }

    /** Hooks that are installed find the door by this variable, whichever agent it is. */
    private static AgentWiring.Start withHooks(AgentWiring.Start start, OpenDoors doors) {
        Map<String, String> environment = new HashMap<>(start.environment());
        environment.put("QUIETUS_HOOK_URL", doors.hooks());
        return new AgentWiring.Start(start.command(), environment, start.directory());
    }

    private Map<String, String> environment(RunAuthority authority) {
        return new UnitEnvironment(
                        server.connection(), authority, OPERATION, authority.leaseToken())
                .in(console.env());
    }

    private ExecutionUnit prepare(
            UnitSystem system,
            Optional<TerminalRelay> terminal,
            AgentWiring.Wired wired,
            Path directory)
            throws IOException {
        List<String> command =
                terminal.map(it -> it.command(wired.command())).orElse(wired.command());
        return ExecutionUnit.prepare(
                system,
                host,
                UnitName.newMark(new SecureRandom()),
                new UnitCommand(command, directory, wired.environment()),
                Budgets.USUAL.grace(wish.grace()),
                passedOn(FileDescriptor.out),
                passedOn(FileDescriptor.err),
                lines.watch());
    }

    /** What the agent says is passed on and kept nowhere. */
    private static OutputPlan passedOn(FileDescriptor to) {
        return new OutputPlan(
                Optional.empty(), 0, TAIL_BYTES, Optional.of(new FileOutputStream(to)));
    }

    /** The agent's own process is a local command of its run like any other. */
    private ExecWish asExec(AgentWiring.Wired wired) {
        ExpectedEffects effects = wish.effects().orElseGet(wish.agent()::effects);
        return new ExecWish(
                wish.run(),
                OPERATION,
                "agent." + wish.program(),
                effects == ExpectedEffects.NONE
                        ? ExecWish.ChangesWish.NONE
                        : ExecWish.ChangesWish.EXPECTED,
                Optional.empty(),
                Optional.empty(),
                false,
                Budgets.USUAL.grace(wish.grace()),
                Optional.empty(),
                wired.command(),
                true,
                wish.containment(),
                0);
    }
}
