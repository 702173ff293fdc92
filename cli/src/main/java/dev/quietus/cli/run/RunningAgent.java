package dev.quietus.cli.run;

import dev.quietus.cli.exec.Beats;
import dev.quietus.cli.exec.BegunUnit;
import dev.quietus.cli.exec.ExecEnd;
import dev.quietus.cli.exec.ExecWish;
import dev.quietus.cli.exec.InputCopy;
import dev.quietus.cli.exec.UnitPlace;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.Failure;
import dev.quietus.cli.view.SafeText;
import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.OperationRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitReport;
import dev.quietus.execution.unit.UnitText;
import dev.quietus.gateway.hook.AgentEnd;
import dev.quietus.gateway.run.GatewayRun;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * An agent from its begin on: noted, opened, followed, and reported with all that it left in
 * flight. For the thread that made it.
 */
final class RunningAgent {
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration RESULTS = Duration.ofSeconds(10);

    private final RunWish wish;
    private final ExecWish exec;
    private final RunServer server;
    private final RunAuthority authority;
    private final Gates gates;
    private final RunLines lines;
    private final ExecutionUnit unit;
    private final UnitPlace place;
    private final UnitJournal journal;
    private final StopPress press;

    /**
     * What stands between the agent and the rest of the world.
     *
     * @param run the run as gateways see it
     * @param doors the gateways of this process
     * @param terminal the agent's terminal, where the user sits at one
     */
    record Gates(GatewayRun run, OpenDoors doors, Optional<TerminalRelay> terminal) {}

    RunningAgent(
            RunWish wish,
            ExecWish exec,
            RunServer server,
            RunAuthority authority,
            Gates gates,
            RunLines lines,
            ExecutionUnit unit,
            UnitPlace place,
            UnitJournal journal) {
        this.wish = wish;
        this.exec = exec;
        this.server = server;
        this.authority = authority;
        this.gates = gates;
        this.lines = lines;
        this.unit = unit;
        this.place = place;
        this.journal = journal;
        this.press = new StopPress(server.starter(), wish, unit, lines);
    }

    /** Asks whether it may start, and follows it to its end. */
    int run() {
        BeginRequest question = BeginRequest.accepting(
                        operation(), authority, unit.name().toString())
                .withHeartbeatTimeout(SILENCE);
        return switch (gates.run().server().begin(question)) {
            case BeginAnswer.Denied denied ->
                throw new CommandException(
                        Exit.REFUSED, "run: not started: " + SafeText.of(denied.inWords()));
            case BeginAnswer.AlreadyFinished(JsonObject _) ->
                throw new CommandException(
                        Exit.REFUSED,
                        "run: the agent of " + wish.run()
                                + " has run already; choose another --run");
            case BeginAnswer.Allowed(long number, long _, JsonObject _) -> {
                BegunUnit begun = new BegunUnit(
                        "the agent",
                        exec,
                        gates.run().server(),
                        server.connection().url().toString(),
                        unit,
                        number,
                        journal,
                        lines::say);
                yield follow(begun);
            }
        };
    }

    private OperationRequest operation() {
        return OperationRequest.builder(wish.run(), RunSession.OPERATION, exec.tool())
                .kind("local_command")
                .effects(exec.expectedEffects())
                .build();
    }

    private int follow(BegunUnit begun) {
        press.install();
        try {
            return open(begun)
                    .map(report -> recorded(begun, report))
                    .orElseGet(() -> begun.neverRan(stopped()));
        } finally {
            press.done();
        }
    }

    /** Notes the unit, opens the gate, and follows the agent to its end. */
    private Optional<UnitReport> open(BegunUnit begun) {
        try (Beats _ = begun.beats(this::stop)) {
            gates.run().scope().onCancel(reason -> stop(reason.detail()));
            begun.note();
            if (!unit.open()) {
                return Optional.empty();
            }
            return Optional.of(follow());
        } catch (IOException e) {
            begun.notNoted(e);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(Exit.ERROR, "run: interrupted", e);
        }
    }

    private UnitReport follow() throws IOException, InterruptedException {
        if (gates.terminal().isEmpty()) {
            InputCopy.start(true, unit.input());
            return unit.await();
        }
        try (TerminalRelay terminal = gates.terminal().get()) {
            terminal.start(press::second);
            return unit.await();
        }
    }

    private void stop(String reason) {
        unit.cancel(new EndCause.StopRequested(reason));
    }

    private boolean stopped() {
        return unit.wanted().filter(EndCause.StopRequested.class::isInstance).isPresent()
                || gates.run().scope().isCancelled()
                || press.pressedTwice();
    }

    private int recorded(BegunUnit begun, UnitReport report) {
        ExecEnd end = new ExecEnd(report, Optional.empty());
        begun.keepReport(place, end);
        lines.ended(report);
        if (!end.proven()) {
            return begun.notProven(end);
        }
        int inFlight = gates.doors()
                .agentEnded(new AgentEnd(
                        stopped() || !(report.cause() instanceof EndCause.OwnEnd),
                        UnitText.leader(report.leader()) + "; "
                                + UnitText.members(report.members())));
        boolean told = begun.finish(end.facts(false));
        gates.doors().close();
        if (stopped()) {
            lines.stopped(wish.run(), inFlight);
            return Exit.RUN_STOPPED;
        }
        if (told) {
            complete();
        }
        return told ? end.exit() : Exit.UNREACHABLE;
    }

    private void complete() {
        // The last model requests have just ended; a run is completed when that is on record.
        gates.run().awaitTold(RESULTS);
        try {
            gates.run().server().complete(wish.run());
        } catch (QuietusProblemException open) {
            lines.say("run " + wish.run() + " stays open: "
                    + SafeText.of(Failure.of(open).line()));
        } catch (QuietusException lost) {
            lines.say("run " + wish.run() + " could not be completed: "
                    + Failure.of(lost).line());
        }
    }
}
