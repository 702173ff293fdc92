package dev.quietus.verify.crash;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.OperationRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.StopRequest;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.Caller;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Somebody who registers runs, begins and finishes their work as fast as it goes, and stops them in
 * the middle of it over another server than the one that the work goes to. What does not get
 * through is asked again with the same words, of the next server, for as long as {@link #PATIENCE}.
 * Used by one thread, with one more of its own.
 */
public final class LoadClient implements Runnable {
    /** The longest that one call is repeated. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The same when all is over: servers that are there answer by then. */
    private static final Duration AT_THE_END = Duration.ofSeconds(20);

    private static final int ATTEMPTS_A_RUN = 40;

    private final String name;
    private final Supplier<List<String>> servers;
    private final String token;
    private final History history;
    private final BooleanSupplier over;
    private final Map<String, Caller> callers = new HashMap<>();
    private int server;

    /**
     * Makes one.
     *
     * @param name its name, which its runs begin with
     * @param servers the addresses of the servers that may be there
     * @param token an operator's secret
     * @param history where it keeps what it was told
     * @param over when it is to end
     */
    public LoadClient(
            String name,
            Supplier<List<String>> servers,
            String token,
            History history,
            BooleanSupplier over) {
        this.name = name;
        this.servers = servers;
        this.token = token;
        this.history = history;
        this.over = over;
        this.server = Math.floorMod(name.hashCode(), 100);
    }

    @Override
    public void run() {
        try {
            for (int i = 0; !over.getAsBoolean(); i++) {
                oneRun(name + "-" + i);
            }
        } finally {
            close();
        }
    }

    private void close() {
        callers.values().forEach(Caller::close);
        callers.clear();
    }

    private void oneRun(String id) {
        Instant until = Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS);
        RunAuthority root = surely(caller -> caller.quietus()
                .registerRun(RunRegistration.builder()
                        .runId(id)
                        .owner("team")
                        .capability("*")
                        .validUntil(until)
                        .build()));
        history.registered(id);
        String below = id + "-child";
        RunAuthority child = surely(caller -> caller.quietus()
                .registerRun(RunRegistration.builder()
                        .runId(below)
                        .parentRunId(id)
                        .owner("team")
                        .validUntil(until)
                        .build()));
        history.registered(below);
        int pressed = ThreadLocalRandom.current().nextInt(ATTEMPTS_A_RUN);
        AtomicReference<Optional<RuntimeException>> failed =
                new AtomicReference<>(Optional.empty());
        Thread stopper = Thread.ofVirtual().unstarted(() -> {
            try {
                stop(id, below);
            } catch (RuntimeException e) {
                // Told by this client's own thread, not by one that nobody waits for.
                failed.set(Optional.of(e));
            }
        });
        for (int i = 0; i < ATTEMPTS_A_RUN && !denied(i % 3 == 2 ? child : root, "op-" + i); i++) {
            if (i == pressed) {
                stopper.start();
            }
        }
        await(stopper, () -> stop(id, below));
        failed.get().ifPresent(failure -> {
            throw failure;
        });
    }

    private static void await(Thread stopper, Runnable otherwise) {
        if (stopper.getState() == Thread.State.NEW) {
            otherwise.run();
            return;
        }
        try {
            stopper.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop(String id, String below) {
        LoadClient operator = new LoadClient(name + "-stop", servers, token, history, over);
        JsonObject barrier = operator.surely(
                caller -> caller.quietus().stop(id, StopRequest.because("load: enough")));
        operator.close();
        history.stopped(id, barrier.string("barrier_id"), below);
    }

    /** Begins and finishes one operation; true where it was denied. */
    private boolean denied(RunAuthority run, String operation) {
        OperationRequest work = OperationRequest.builder(run.runId(), operation, "load.call")
                .authority(run.lease(), run.revocationEpoch())
                .effects(ExpectedEffects.NONE)
                .build();
        BeginRequest request = BeginRequest.accepting(work, run, name);
        long askedAt = System.nanoTime();
        BeginAnswer answer = surely(caller -> caller.quietus().begin(request));
        if (!(answer instanceof BeginAnswer.Allowed begun)) {
            return true;
        }
        history.begun(run.runId(), operation, begun.attempt(), askedAt);
        surely(caller -> caller.quietus()
                .finish(new FinishRequest(
                        run.runId(), operation, begun.attempt(), name, FinishFacts.succeeded())));
        history.finished(run.runId(), operation, "succeeded");
        return false;
    }

    private <T> T surely(Function<Caller, T> call) {
        long begun = System.nanoTime();
        while (true) {
            List<String> there = servers.get();
            String url = there.get(Math.floorMod(server, there.size()));
            try {
                return call.apply(callers.computeIfAbsent(url, to -> Caller.of(to, token)));
            } catch (QuietusProblemException refused) {
                if (refused.status() < 500 || givesUp(begun)) {
                    throw refused;
                }
            } catch (RuntimeException failure) {
                if (givesUp(begun)) {
                    throw failure;
                }
            }
            Caller gone = callers.remove(url);
            if (gone != null) {
                gone.close();
            }
            server++;
            pause();
        }
    }

    private boolean givesUp(long begun) {
        Duration patience = over.getAsBoolean() ? AT_THE_END : PATIENCE;
        return System.nanoTime() - begun > patience.toNanos();
    }

    private static void pause() {
        java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
    }
}
