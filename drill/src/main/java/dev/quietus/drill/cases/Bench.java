package dev.quietus.drill.cases;

import dev.quietus.client.MessageEnvelope;
import dev.quietus.client.OperationRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.StopRequest;
import dev.quietus.client.StopsRequest;
import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.peer.PeerPlace;
import dev.quietus.drill.process.ChildProcessException;
import dev.quietus.drill.process.ControlPlane;
import dev.quietus.drill.process.LocalCommand;
import dev.quietus.drill.process.Patience;
import dev.quietus.drill.truth.Evidence;
import dev.quietus.drill.truth.GroundTruth;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;

/**
 * What one case works with: runs of its own, peers of its own, the server, and the truth at the
 * deployment service. Closing it ends the peers.
 */
final class Bench implements AutoCloseable {
    /** Above any start of a process on a busy machine. */
    static final Duration SOON = Duration.ofSeconds(60);

    /** A quiet period in which there is time to do something on a busy machine, too. */
    static final Duration LONG_QUIET = Duration.ofSeconds(5);

    private static final String LABEL = "quietus-drill";
    private static final Duration LEASE = Duration.ofMinutes(15);

    private final Site site;
    private final PeerPlace place;
    private final GroundTruth truth;
    private final String tag;
    private final ConcurrentLinkedDeque<Peer> peers = new ConcurrentLinkedDeque<>();

    /**
     * Lays one out.
     *
     * @param tag what the names of its runs, queues and peers begin with; unique at the server
     */
    Bench(Site site, PeerPlace place, GroundTruth truth, String tag) {
        this.site = site;
        this.place = place;
        this.truth = truth;
        this.tag = tag;
    }

    /** The operator's connection. */
    Quietus operator() {
        return site.operator();
    }

    /** Another operator's connection. */
    Quietus secondOperator() {
        return site.secondOperator();
    }

    /** What is really there. */
    GroundTruth truth() {
        return truth;
    }

    /** The server's process; only for a case that says that it kills it. */
    ControlPlane server() {
        return site.own().orElseThrow();
    }

    /** Kills the server's process; returns a time at which it was gone. */
    Instant killed() throws InterruptedException {
        server().kill();
        return Instant.now();
    }

    /** A name of this case's own, for a run, an operation or a queue. */
    String named(String what) {
        return tag + "-" + what;
    }

    /** Registers a root run that may use the drill's tools. */
    RunAuthority register(String what) {
        return register(what, LEASE);
    }

    /** The same with a lease of its own length. */
    RunAuthority register(String what, Duration lease) {
        return operator()
                .registerRun(RunRegistration.builder()
                        .runId(named(what))
                        .taskId("drill")
                        .owner("quietus-drill")
                        .capability(DrillProvider.TOOLS)
                        .validUntil(Instant.now().plus(lease))
                        .label(LABEL, tag)
                        .build());
    }

    /** Registers a child run of a run. */
    RunAuthority registerChild(RunAuthority parent, String what) {
        return operator()
                .registerRun(RunRegistration.builder()
                        .runId(named(what))
                        .parentRunId(parent.runId())
                        .taskId("drill-child")
                        .build());
    }

    /** Presses stop on every run of this case at once; returns the barriers. */
    List<JsonObject> stopAll(StopRequest request) {
        return operator()
                .stops(new StopsRequest.Labelled(LABEL, tag, request))
                .array("barriers")
                .objects();
    }

    /** The barriers that are open at the server, of this case and of others. */
    List<JsonObject> openBarriers() {
        return barriers(HttpCall.get("v1", "barriers").query("state", "open"));
    }

    /** The barriers of a run. */
    List<JsonObject> barriersOf(String runId) {
        return barriers(HttpCall.get("v1", "runs", runId, "barriers"));
    }

    private List<JsonObject> barriers(HttpCall call) {
        return ((HttpAnswer.Answered) operator().client().call(call))
                .object()
                .array("barriers")
                .objects();
    }

    /** How many events of a type the chain of a run's tree has. */
    long events(String runId, String type) {
        return Evidence.events(operator(), runId).stream()
                .filter(event -> event.string("type").equals(type))
                .count();
    }

    /** Has the drill's work accepted for a run, in a built-in queue of this name. */
    String accept(RunAuthority authority, String what, String queue) {
        String operation = named(what);
        operator()
                .accept(OperationRequest.builder(authority.runId(), operation, DrillProvider.TOOL)
                        .authority(authority.lease(), authority.revocationEpoch())
                        .queue(queue)
                        .build());
        return operation;
    }

    /** What a message of this operation carries in any queue. */
    JsonObject message(RunAuthority authority, String operation) {
        JsonObject.Builder headers = JsonObject.builder();
        MessageEnvelope.of(authority, operation, Instant.now().plus(LEASE))
                .toHeaders()
                .forEach(headers::put);
        return headers.build();
    }

    /** An agent in a process of its own. */
    Peer agent(String what, RunAuthority authority) {
        return kept(place.agent(named(what), authority));
    }

    /** An agent that nobody can tell anything. */
    Peer deafAgent(String what, RunAuthority authority) {
        return kept(place.deafAgent(named(what), authority));
    }

    /** A worker that begins what it is told to. */
    Peer worker(String what) {
        return kept(place.worker(named(what), site.workerToken()));
    }

    /** A worker that serves a queue. */
    Peer worker(String what, String queue) {
        return kept(place.worker(named(what), site.workerToken(), queue));
    }

    /**
     * Starts a local command under a run.
     *
     * @param name what it is called
     * @param arguments what stands behind {@code quietus exec}
     */
    LocalCommand command(RunAuthority authority, String name, List<String> arguments) {
        return place.command(name, authority, arguments);
    }

    /** Has an agent register a child run; returns the child's authority. */
    RunAuthority child(Peer agent, String what) throws InterruptedException {
        JsonObject made = agent.ask(
                "child",
                JsonObject.builder()
                        .put("run_id", named(what))
                        .put("task_id", "drill-child")
                        .put("capabilities", JsonArray.ofStrings(List.of(DrillProvider.TOOL))),
                SOON);
        return new RunAuthority(
                made.string("run_id"),
                made.string("lease"),
                made.optionalString("lease_token"),
                made.integer("revocation_epoch"),
                Optional.empty(),
                JsonObject.empty());
    }

    /** Presses stop; returns the barrier. */
    JsonObject stop(RunAuthority run, String why) {
        return operator().stop(run.runId(), StopRequest.because(why));
    }

    /** Waits until an operation is as wanted; returns it. */
    JsonObject awaitOperation(
            String runId, String operation, String wanted, Predicate<JsonObject> goal)
            throws InterruptedException {
        return Patience.await(
                runId + "/" + operation + " " + wanted,
                SOON,
                () -> Optional.of(operator().operation(runId, operation)).filter(goal));
    }

    /** Waits until a worker has said which job of the service is its operation's; returns it. */
    String awaitJob(String runId, String operation) throws InterruptedException {
        return awaitOperation(
                        runId,
                        operation,
                        "has a job at the deployment service",
                        found -> found.optionalString("provider_job").isPresent())
                .string("provider_job");
    }

    /**
     * Waits until a job stands before its commit point.
     *
     * @throws ChildProcessException when it does not come there
     */
    void awaitHeld(String job) {
        if (!truth.await(job, "held", SOON)) {
            throw new ChildProcessException(job + " never came to its commit point");
        }
    }

    /** Waits until a barrier is as wanted; returns it. */
    JsonObject awaitBarrier(String barrier, String wanted, Predicate<JsonObject> goal)
            throws InterruptedException {
        return Patience.await(
                barrier + " " + wanted,
                SOON,
                () -> Optional.of(operator().barrier(barrier)).filter(goal));
    }

    /** Waits until a stop has a receipt, checks that it verifies, and returns what it says. */
    JsonObject receipt(JsonObject barrier, Findings findings) throws InterruptedException {
        awaitBarrier(
                barrier.string("barrier_id"),
                "has a receipt",
                found -> !found.string("decision").equals("stopping"));
        return verified(Evidence.newest(operator(), barrier.string("run_id")), findings);
    }

    /** Checks that a receipt verifies, and returns what it says. */
    static JsonObject verified(Evidence evidence, Findings findings) {
        String claim = "the receipt verifies without the server";
        return switch (evidence.verify()) {
            case ReceiptVerdict.Valid valid -> {
                findings.check(claim, "valid", "valid");
                yield valid.receipt();
            }
            case ReceiptVerdict.Invalid invalid -> {
                findings.check(claim, "valid", String.valueOf(invalid.faults()));
                yield JsonObject.empty();
            }
        };
    }

    @Override
    public void close() {
        peers.parallelStream().forEach(Peer::close);
    }

    private Peer kept(Peer peer) {
        peers.push(peer);
        return peer;
    }
}
