package dev.quietus.drill.demo;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.process.ChildProcess;
import dev.quietus.drill.process.ChildProcessException;
import dev.quietus.drill.process.LocalCommand;
import dev.quietus.drill.process.Patience;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The release up to the moment of the stop: who is started, what is asked of whom. */
final class Release {
    private static final Duration SOON = Duration.ofSeconds(20);

    /** Far behind the end of the demo: what fires then would fire under stale authority. */
    private static final long RETRY_AFTER_MS = 120_000;

    private final Cast cast;
    private final Page page;

    Release(Cast cast, Page page) {
        this.cast = cast;
        this.page = page;
    }

    /**
     * What the release leaves behind for those who come too late.
     *
     * @param worker holds the message and has not started its work
     * @param message the message of queued work, with the authority of its time
     * @param subagent acts for a child run and is told nothing
     * @param build runs on this machine, where that can be shown
     */
    record TooLate(Peer worker, JsonObject message, Peer subagent, Optional<LocalCommand> build) {}

    /** Plays it. */
    TooLate play() throws InterruptedException {
        introduce(cast.serviceProcess(), cast.serviceUrl() + " · somebody else's system");
        introduce(cast.server().process(), cast.server().url() + " · ledger on SQLite");
        RunAuthority root = cast.registerRun();
        Peer worker = cast.worker("worker-1");
        Peer agent = cast.agent("agent", root);
        introduce(worker, "one slot, serves queue " + Story.QUEUE);
        introduce(agent, "holds the lease of " + Story.RUN);
        Optional<LocalCommand> build = cast.build(root);
        RunAuthority ticket = runs(agent, root);
        // These two wait in their own processes for the moment when it is too late.
        Peer late = cast.lateWorker("worker-2");
        Peer subagent = cast.deafAgent("subagent-ticket", ticket);
        preview(agent);
        JsonObject message = queued(agent);
        retries(agent);
        generation(agent);
        if (build.isPresent()) {
            building(build.get());
        }
        introduce(
                late,
                "took the message of " + Story.QUEUED.getFirst().operationId()
                        + ", starts it later");
        introduce(subagent, "holds the lease of " + Story.TICKET.runId() + ", listens to nobody");
        return new TooLate(late, message, subagent, build);
    }

    private void introduce(ChildProcess process, String what) {
        started(process.startedAt(), process, what);
    }

    private void introduce(Peer peer, String what) throws InterruptedException {
        ChildProcess process = peer.awaitReady().process();
        started(Instant.now(), process, what);
    }

    private void started(Instant at, ChildProcess process, String what) {
        page.at(at, "process", "%-19s pid %-7d %s".formatted(process.name(), process.pid(), what));
    }

    private RunAuthority runs(Peer agent, RunAuthority root) throws InterruptedException {
        page.headline("The run");
        JsonObject shown = root.raw();
        page.at(
                shown.instant("registered_at"),
                "registered",
                "%s · %s · %s · epoch %d · owner %s"
                        .formatted(
                                root.runId(),
                                Story.TASK,
                                root.lease(),
                                root.revocationEpoch(),
                                shown.string("owner")));
        Optional<RunAuthority> ticket = Optional.empty();
        for (Story.Child child : Story.CHILDREN) {
            JsonObject made = agent.ask(
                    "child",
                    JsonObject.builder()
                            .put("run_id", child.runId())
                            .put("task_id", child.taskId())
                            .put("capabilities", JsonArray.ofStrings(List.of(child.capability()))),
                    SOON);
            JsonObject run = cast.operator().run(child.runId());
            page.at(
                    run.instant("registered_at"),
                    "child",
                    "%s · %s · %s · may only %s"
                            .formatted(
                                    child.brief(),
                                    child.taskId(),
                                    made.string("lease"),
                                    String.join(", ", run.array("capabilities").strings())));
            if (child.equals(Story.TICKET)) {
                ticket = Optional.of(new RunAuthority(
                        child.runId(),
                        made.string("lease"),
                        made.optionalString("lease_token"),
                        made.integer("revocation_epoch"),
                        Optional.empty(),
                        JsonObject.empty()));
            }
        }
        return ticket.orElseThrow();
    }

    private void preview(Peer agent) throws InterruptedException {
        accept(agent, Story.PREVIEW);
        JsonObject running = awaitProviderJob();
        page.at(
                running.instant("begun_at"),
                "running",
                "%s · %s".formatted(Story.PREVIEW.tool(), Story.PREVIEW.operationId()));
        page.more("attempt %d by %s · the deployment service has it as %s"
                .formatted(
                        running.integer("attempt"),
                        running.string("worker"),
                        running.string("provider_job")));
        boolean held = cast.truth().await(running.string("provider_job"), "held", SOON);
        if (!held) {
            throw new ChildProcessException(
                    running.string("provider_job") + " never came to its commit point");
        }
    }

    private JsonObject awaitProviderJob() throws InterruptedException {
        return Patience.await(
                "worker-1 reports a job of the deployment service",
                SOON,
                () -> Optional.of(cast.operator().operation(Story.RUN, Story.PREVIEW.operationId()))
                        .filter(found -> found.optionalString("provider_job").isPresent()));
    }

    private JsonObject queued(Peer agent) throws InterruptedException {
        Optional<JsonObject> message = Optional.empty();
        for (Story.Work work : Story.QUEUED) {
            JsonObject answer = accept(agent, work);
            JsonObject operation = answer.object("operation");
            page.at(
                    operation.instant("accepted_at"),
                    operation.string("state"),
                    "%s · %s".formatted(work.tool(), work.operationId()));
            message = message.or(() -> Optional.of(answer.object("message")));
        }
        page.more("wait for the one slot of worker-1");
        return message.orElseThrow();
    }

    private JsonObject accept(Peer agent, Story.Work work) throws InterruptedException {
        return agent.ask("accept", members(work).put("queue", Story.QUEUE), SOON);
    }

    private void retries(Peer agent) throws InterruptedException {
        for (Story.Retry retry : Story.RETRIES) {
            JsonObject operation = agent.ask(
                            "fail_once",
                            members(retry.work())
                                    .put("effects", "none")
                                    .put("error", retry.error())
                                    .put("retry_after_ms", RETRY_AFTER_MS),
                            SOON)
                    .object("operation");
            page.at(
                    operation.instant("finished_at"),
                    operation.string("state"),
                    "%s · %s · again at %s"
                            .formatted(
                                    retry.work().tool(),
                                    operation.optionalString("error").orElse("failed"),
                                    page.second(operation.instant("available_at"))));
        }
    }

    private void generation(Peer agent) throws InterruptedException {
        JsonObject operation = agent.ask(
                        "generate",
                        members(Story.GENERATION)
                                .put("kind", "model_request")
                                .put("effects", "none"),
                        SOON)
                .object("operation");
        page.at(
                operation.instant("begun_at"),
                operation.string("state"),
                "%s · %s · streams tokens"
                        .formatted(Story.GENERATION.tool(), Story.GENERATION.operationId()));
    }

    private void building(LocalCommand build) throws InterruptedException {
        build.awaitWritten("compiling", SOON);
        JsonObject operation = cast.operator().operation(Story.RUN, Story.BUILD.operationId());
        page.at(
                operation.instant("begun_at"),
                operation.string("state"),
                "%s · %s · quietus exec, pid %d, and what it starts"
                        .formatted(
                                Story.BUILD.tool(),
                                Story.BUILD.operationId(),
                                build.process().pid()));
    }

    /** What a peer needs to know of a piece of work. */
    static JsonObject.Builder members(Story.Work work) {
        return JsonObject.builder()
                .put("run_id", work.runId())
                .put("operation_id", work.operationId())
                .put("tool", work.tool());
    }
}
