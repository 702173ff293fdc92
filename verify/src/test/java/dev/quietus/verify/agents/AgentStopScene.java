package dev.quietus.verify.agents;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A server, and agents that are stopped in the middle of something. Thread-safe. */
final class AgentStopScene implements AutoCloseable {
    /** After a first Ctrl-C an agent may be gone before the second one comes; then once more. */
    private static final int MOST_TRIES = 4;

    /** Agents that work at the same time, in all scenes together. */
    private static final Semaphore ROOM = new Semaphore(4, true);

    private final AtomicInteger number = new AtomicInteger();
    private final InstalledAgents agents;
    private final ServerProcess server;
    private final Path folder;
    private final Path xdg;

    AgentStopScene(InstalledAgents agents, Path folder) {
        this.agents = agents;
        this.folder = folder;
        this.server = ServerProcess.start(folder, Optional.empty());
        this.xdg = server.stateHome(folder.resolve("xdg"));
    }

    /** Starts an agent, stops it in the middle, and looks at what is left and on record. */
    void play(Cell cell) throws Exception {
        for (int tries = 1; !played(cell); tries++) {
            assertThat(tries).as("a second Ctrl-C in time").isLessThan(MOST_TRIES);
        }
    }

    private boolean played(Cell cell) throws Exception {
        String run = cell.agent().name().toLowerCase(java.util.Locale.ROOT) + "-"
                + number.incrementAndGet();
        StopRecord.Seen seen;
        ROOM.acquire();
        try {
            Path place = Files.createDirectories(folder.resolve(run));
            try (ScriptedModel model =
                    ScriptedModel.start(place, cell.situation().script())) {
                AgentStart start = AgentStart.of(cell, agents, place, model.url());
                Path work = Files.createDirectories(place.resolve("work"));
                try (RunOfAgent agent = RunOfAgent.start(
                        server, run, work, xdg, start.environment(), List.of(), start.command())) {
                    begin(cell, agent, model, place);
                    assertThat(agent.shownSecrets()).isEmpty();
                    if (!stop(cell, agent)) {
                        return false;
                    }
                    Instant stopped = press(run);
                    untilTrue("nothing of the run lives", () -> agent.living().isEmpty());
                    assertThat(work.resolve("after")).doesNotExist();
                    seen = new StopRecord.Seen(stopped, model.asked());
                }
            }
        } finally {
            ROOM.release();
        }
        new StopRecord(server, run).check(cell, seen);
        return true;
    }

    private static void begin(Cell cell, RunOfAgent agent, ScriptedModel model, Path place)
            throws Exception {
        Path work = place.resolve("work");
        Talk talk = new Talk(agent, cell.agent());
        switch (cell.situation()) {
            case QUEUED_MESSAGE -> talk.begin();
            case PARALLEL_CALLS -> {
                pipe(work.resolve("one"));
                pipe(work.resolve("two"));
                agent.endInput();
            }
            case TEXT_STREAM, SHELL_TREE, MCP_CALL, SUBAGENTS -> agent.endInput();
        }
        switch (cell.situation()) {
            case TEXT_STREAM ->
                untilTrue("the text streams", () -> !model.asked().isEmpty());
            case MCP_CALL -> RunOfAgent.awaitFile(place.resolve("called"));
            case SHELL_TREE -> RunOfAgent.awaitFile(work.resolve("up"));
            case PARALLEL_CALLS -> {
                untilTrue("the first call runs", () -> agent.running("cat one ") > 0);
                untilTrue("so does the second", () -> agent.running("cat two ") > 0);
            }
            case SUBAGENTS -> {
                RunOfAgent.awaitFile(work.resolve("up"));
                RunOfAgent.awaitFile(work.resolve("up2"));
            }
            case QUEUED_MESSAGE -> {
                RunOfAgent.awaitFile(work.resolve("up"));
                talk.queue();
            }
        }
    }

    /** Makes something whose reader waits for ever. */
    private static void pipe(Path path) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    /**
     * Ends the agent.
     *
     * @return false if it has ended before that was done
     */
    private boolean stop(Cell cell, RunOfAgent agent) throws Exception {
        switch (cell.way()) {
            case STOP -> {
                press(agent.run());
                assertThat(agent.exit()).as(agent.err()).isEqualTo(75);
            }
            case CTRL_C_TWICE -> {
                agent.interruptTwice();
                int exit = agent.exit();
                if (exit != 75) {
                    assertThat(agent.err()).contains("once more");
                    return false;
                }
            }
            case AGENT_KILLED -> {
                RunOfAgent.signal("KILL", agent.program(program(cell)));
                assertThat(agent.exit()).as(agent.err()).isEqualTo(137);
            }
            case WRAPPER_KILLED -> {
                agent.program(program(cell));
                RunOfAgent.signal("KILL", agent.leader());
                assertThat(agent.exit()).as(agent.err()).isEqualTo(137);
            }
            case SUPERVISOR_KILLED -> agent.kill();
        }
        return true;
    }

    private Path program(Cell cell) {
        return switch (cell.agent()) {
            case CLAUDE -> agents.claude();
            case CODEX -> agents.codex();
        };
    }

    /** The first stop counts; a further one finds its barrier. */
    private Instant press(String run) {
        JsonObject barrier = server.operator()
                .quietus()
                .stop(run, StopRequest.because("wrong commit").settlingWithin(RunOfAgent.SETTLE));
        return Instant.parse(barrier.string("requested_at"));
    }

    @Override
    public void close() {
        server.close();
    }
}
