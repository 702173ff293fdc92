package dev.quietus.verify.server;

import static org.awaitility.Awaitility.await;

import dev.quietus.client.OperationRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.ledger.LedgerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A server over a directory, as tests see it: people, workers and agents with their own tokens, and
 * waits for conditions. Restarted by one thread, asked by several.
 */
public abstract sealed class RunningQuietus implements AutoCloseable
        permits TestingQuietus, ServerProcess {
    /** The longest that anything is waited for in real time. */
    public static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final Duration LOOK = Duration.ofMillis(15);
    private static final Duration LEASE = Duration.ofDays(2);

    private final Path directory;
    private final Map<String, Caller> callers = new HashMap<>();
    private final Map<String, String> workerTokens = new HashMap<>();

    RunningQuietus(Path directory) {
        this.directory = directory;
    }

    /** Where it listens now. */
    public abstract String url();

    /** The time that the server follows. */
    public abstract Instant now();

    /** Ends it in good order. */
    @Override
    public abstract void close();

    /** Where everything of it lies. */
    public final Path directory() {
        return directory;
    }

    /** The ledger's file. */
    public final Path ledger() {
        return directory.resolve("ledger.db");
    }

    /** Where the ledger is. */
    public LedgerAddress address() {
        return new LedgerAddress.File(ledger());
    }

    /** The first operator, whose token the first start wrote. */
    public final Caller operator() {
        return caller("operator", operatorToken());
    }

    /** The secret of the first operator. */
    public final String operatorToken() {
        try {
            return Files.readString(directory.resolve("operator.token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the server wrote no operator token", e);
        }
    }

    /** A worker of this name. */
    public final Caller worker(String name) {
        return caller("worker:" + name, workerToken(name));
    }

    /** The secret of a worker of this name; the same after a restart. */
    public final synchronized String workerToken(String name) {
        return workerTokens.computeIfAbsent(name, this::newWorkerToken);
    }

    private String newWorkerToken(String name) {
        JsonObject body =
                JsonObject.builder().put("role", "worker").put("name", name).build();
        return operator().post(body, "tokens").string("token");
    }

    /** The agent of a run, with its lease. */
    public final Caller agent(RunAuthority authority) {
        return caller("agent:" + authority.runId(), leaseToken(authority));
    }

    /** The secret of a run's lease. */
    public static String leaseToken(RunAuthority authority) {
        return authority
                .leaseToken()
                .orElseThrow(() -> new AssertionError(authority + " came without a token"));
    }

    /** One for each address: somebody may ask between the end of a server and the next start. */
    private synchronized Caller caller(String who, String token) {
        String url = url();
        return callers.computeIfAbsent(who + " at " + url, _ -> Caller.of(url, token));
    }

    /** Forgets the connections to a server that is gone. */
    final synchronized void hangUp() {
        callers.values().forEach(Caller::close);
        callers.clear();
    }

    /** Registers a root run that may use every tool, with a lease for two days. */
    public final RunAuthority run(String id) {
        return operator()
                .quietus()
                .registerRun(RunRegistration.builder()
                        .runId(id)
                        .owner("team-" + id)
                        .capability("*")
                        .validUntil(now().plus(LEASE))
                        .build());
    }

    /** Registers a child run with all that its parent has. */
    public final RunAuthority child(String id, RunAuthority parent) {
        return operator().quietus().registerRun(childOf(id, parent));
    }

    /** What a child run of this parent is registered with. */
    public static RunRegistration childOf(String id, RunAuthority parent) {
        return RunRegistration.builder()
                .runId(id)
                .parentRunId(parent.runId())
                .owner("team-" + id)
                .build();
    }

    /** The beginning of a piece of work under a run's authority. */
    public static OperationRequest.Builder work(RunAuthority run, String operation, String tool) {
        return OperationRequest.builder(run.runId(), operation, tool)
                .authority(run.lease(), run.revocationEpoch());
    }

    /** Has work accepted on behalf of a run, by an operator. */
    public final JsonObject accept(OperationRequest.Builder work) {
        return operator().quietus().accept(work.build());
    }

    /** Presses stop on everything of a run; the answer is the barrier. */
    public final JsonObject stop(String run) {
        return operator().quietus().stop(run, StopRequest.because("wrong commit"));
    }

    /** A run as it is shown. */
    public final JsonObject shown(String run) {
        return operator().quietus().run(run);
    }

    /** An operation as it is shown. */
    public final JsonObject operation(String run, String operation) {
        return operator().quietus().operation(run, operation);
    }

    /** Every event of the tree of a run. */
    public final List<JsonObject> events(String run) {
        return operator().all("events", "runs", run, "events");
    }

    /** Waits until an operation is in one of these states. */
    public final JsonObject awaitOperation(String run, String operation, String... states) {
        return until(
                run + "/" + operation + " is " + String.join(" or ", states),
                () -> Optional.of(operation(run, operation))
                        .filter(shown -> List.of(states).contains(shown.string("state"))));
    }

    /** The events of one type of the tree of a run. */
    public final List<JsonObject> events(String run, String type) {
        return events(run).stream()
                .filter(event -> event.string("type").equals(type))
                .toList();
    }

    /** Waits until a barrier is in one of these states. */
    public final JsonObject awaitBarrier(String barrier, String state) {
        return awaitBarrier(barrier, state, _ -> {});
    }

    /** The same, with something to do at each look. */
    final JsonObject awaitBarrier(String barrier, String state, Consumer<JsonObject> atEachLook) {
        try {
            return until("barrier " + barrier + " is " + state, () -> {
                JsonObject shown = operator().quietus().barrier(barrier);
                atEachLook.accept(shown);
                return Optional.of(shown).filter(it -> it.string("state").equals(state));
            });
        } catch (ConditionTimeoutException e) {
            JsonObject shown = operator().quietus().barrier(barrier);
            throw new AssertionError("barrier " + barrier + " is not " + state + ": " + shown, e);
        }
    }

    /** Waits until nothing moves any more: every barrier is certified. */
    public final void awaitAllCertified() {
        untilTrue(
                "every barrier is certified",
                () -> operator().all("barriers", "barriers").stream()
                        .allMatch(barrier -> barrier.string("state").equals("certified")));
    }

    /** Waits until a barrier has taken so many operations in. */
    public final void awaitTakenIn(String barrier, int operations) {
        untilTrue(
                barrier + " has taken in " + operations,
                () -> operator().quietus().barrier(barrier).array("in_flight").size()
                        == operations);
    }

    /** Waits for the first receipt of a run's stop, or a later revision, and verifies it. */
    public final JsonObject awaitReceipt(String run) {
        until("a receipt of " + run, () -> operator().find("runs", run, "receipt"));
        return receipt(run);
    }

    /** The newest receipt of a run's stop, verified with the public keys and the events. */
    public final JsonObject receipt(String run) {
        return new Receipts(operator()).newest(run);
    }

    /** Every revision of a barrier's receipt, verified, oldest first. */
    public final List<JsonObject> receipts(String barrier) {
        return new Receipts(operator()).ofBarrier(barrier);
    }

    /** Waits until the threads of an executor have ended, and says whether they have. */
    public static boolean ends(ExecutorService threads) {
        try {
            return threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits until something is there. */
    public static <T> T until(String what, Callable<Optional<T>> look) {
        return await(what)
                .atMost(PATIENCE)
                .pollInterval(LOOK)
                .pollDelay(Duration.ZERO)
                .until(look, Optional::isPresent)
                .orElseThrow();
    }

    /** Waits until something is so. */
    public static void untilTrue(String what, Callable<Boolean> look) {
        await(what).atMost(PATIENCE).pollInterval(LOOK).pollDelay(Duration.ZERO).until(look);
    }
}
