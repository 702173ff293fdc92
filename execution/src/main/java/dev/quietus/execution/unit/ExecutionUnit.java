package dev.quietus.execution.unit;

import dev.quietus.execution.output.OutputFacts;
import dev.quietus.execution.output.OutputPlan;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A local command with everything it starts. It is started behind a gate; opened, it runs; it ends
 * by itself, or is ended, and in both cases nothing of it is left behind without being named.
 *
 * <p>The end, in this order: the door is closed, it is noted, the processes are asked to end, they
 * have a bounded time for it, who is left is killed until it is proven that nobody lives, the
 * output is read on for a bounded time, and it is reported. Only {@link #close()}, after the
 * report, gives the number of the started process back to the system.
 *
 * <p>Safe for use by several threads.
 */
public final class ExecutionUnit implements AutoCloseable {
    /** How long a daemon that outlives the command is asked before it is killed. */
    private static final Duration LEFTOVER_GRACE = Duration.ofSeconds(1);
    /** How long it is looked at a normal end whether anybody is left. */
    private static final Duration NORMAL_LOOK = Duration.ofMillis(500);

    private final StartedUnit started;
    private final UnitName name;
    private final Budgets budgets;
    private final UnitWatch watch;
    private final OutputPlan outputPlan;
    private final OutputPlan errorPlan;
    private final CompletableFuture<LeaderEnd> leaderEnd = new CompletableFuture<>();
    private final AtomicReference<Optional<EndCause>> wanted =
            new AtomicReference<>(Optional.empty());
    private final CountDownLatch news = new CountDownLatch(1);
    private final CompletableFuture<UnitReport> report = new CompletableFuture<>();
    private final Object door = new Object();
    private boolean opened;
    private boolean shut;

    private ExecutionUnit(
            StartedUnit started,
            UnitName name,
            Budgets budgets,
            UnitWatch watch,
            OutputPlan output,
            OutputPlan error) {
        this.started = started;
        this.name = name;
        this.budgets = budgets;
        this.watch = watch;
        this.outputPlan = output;
        this.errorPlan = error;
    }

    /**
     * Starts a command behind its gate: no instruction of it runs yet.
     *
     * @param system what the operating system offers
     * @param host the name of this machine
     * @param mark the unit's mark
     * @throws IOException when the system refuses
     */
    public static ExecutionUnit prepare(
            UnitSystem system,
            String host,
            String mark,
            UnitCommand command,
            Budgets budgets,
            OutputPlan output,
            OutputPlan error,
            UnitWatch watch)
            throws IOException {
        StartedUnit started = system.start(command, mark);
        UnitName name = new UnitName(host, system.space(), started.leader(), system.self(), mark);
        return new ExecutionUnit(started, name, budgets, watch, output, error);
    }

    /** By what it is found. */
    public UnitName name() {
        return name;
    }

    /** How firmly it is held. */
    public Rung rung() {
        return started.rung();
    }

    /** See {@link StartedUnit#holder()}. */
    public Optional<ProcessKey> holder() {
        return started.holder();
    }

    /** The command's standard input; closing it is the end of input. */
    public OutputStream input() {
        return started.input();
    }

    /**
     * Opens the gate.
     *
     * @return false when the unit was cancelled before: then the command never runs
     */
    public boolean open() throws IOException {
        synchronized (door) {
            if (shut) {
                return false;
            }
            try {
                started.open();
            } catch (IOException e) {
                shut = true;
                started.abandon();
                throw e;
            }
            opened = true;
        }
        Instant openedAt = Instant.now();
        long openedNanos = System.nanoTime();
        String thread = "quietus-unit-" + name.mark();
        UnitThreads.start(thread, () -> {
            Pump output = new Pump(started.output(), outputPlan, thread + "-output");
            Pump error = new Pump(started.error(), errorPlan, thread + "-error");
            UnitThreads.start(thread + "-leader", () -> {
                leaderEnd.complete(started.awaitLeader());
                news.countDown();
            });
            follow(output, error, openedAt, openedNanos);
        });
        return true;
    }

    /**
     * Asks for its end and returns at once. The first cause counts; asking again changes nothing.
     *
     * @return whether this was the first
     */
    public boolean cancel(EndCause cause) {
        boolean first = wanted.compareAndSet(Optional.empty(), Optional.of(cause));
        synchronized (door) {
            if (!opened) {
                shut = true;
                started.abandon();
            }
        }
        news.countDown();
        return first;
    }

    /** Why its end was asked for; empty while nobody has. */
    public Optional<EndCause> wanted() {
        return wanted.get();
    }

    /** Waits for the report. Only for a unit that was opened. */
    public UnitReport await() throws InterruptedException {
        return await(Duration.ofDays(36_500)).orElseThrow();
    }

    /** Waits for the report, for a bounded time. */
    public Optional<UnitReport> await(Duration limit) throws InterruptedException {
        try {
            return Optional.of(report.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (java.util.concurrent.TimeoutException late) {
            return Optional.empty();
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException("the unit " + name + " could not be followed", e);
        }
    }

    private void follow(Pump output, Pump error, Instant openedAt, long openedNanos) {
        try {
            awaitEndOrWish();
            long endNanos = System.nanoTime();
            boolean ownEnd =
                    wanted.compareAndSet(Optional.empty(), Optional.of(new EndCause.OwnEnd()));
            EndCause cause = wanted.get().orElseThrow();
            EndedMembers ended = end(cause, ownEnd);
            Duration ran = Duration.ofNanos((ownEnd ? endNanos : System.nanoTime()) - openedNanos);
            report.complete(report(cause, ended, output, error, openedAt, ran));
        } catch (RuntimeException | Error e) {
            report.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            report.completeExceptionally(e);
        }
    }

    private void awaitEndOrWish() throws InterruptedException {
        if (budgets.timeout().isEmpty()) {
            news.await();
        } else {
            Duration limit = budgets.timeout().get();
            if (!news.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                cancel(new EndCause.TimedOut(limit));
            }
        }
    }

    /** What became of the processes, and the steps of it so far. */
    private record EndedMembers(MembersEnd members, Steps steps) {}

    private EndedMembers end(EndCause cause, boolean ownEnd) {
        Steps steps = new Steps(watch::step);
        closeInput();
        steps.made(Step.Kind.DOOR_CLOSED, "no more input");
        Ending ending = new Ending(started.members(), started.rung(), steps, leaderEnd::isDone);
        boolean forced = false;
        if (!ownEnd || !ending.settles(NORMAL_LOOK)) {
            note(cause, ending.look().living(), steps);
            ending.terminate(ownEnd ? shorter(budgets.grace(), LEFTOVER_GRACE) : budgets.grace());
            forced = ending.kill(budgets.kill());
        }
        return new EndedMembers(ending.end(forced), steps);
    }

    private UnitReport report(
            EndCause cause,
            EndedMembers ended,
            Pump output,
            Pump error,
            Instant openedAt,
            Duration ran) {
        OutputFacts out = output.drain(budgets.drain());
        OutputFacts err = error.drain(out.complete() ? budgets.drain() : Duration.ZERO);
        boolean whole = out.complete() && err.complete();
        ended.steps()
                .made(
                        Step.Kind.OUTPUT_DRAINED,
                        whole ? "to its end" : "given up, the pipe is still held");
        LeaderEnd leader = leaderEnd.getNow(new LeaderEnd.NotSeen(
                "it has not ended " + UnitText.duration(budgets.kill()) + " after SIGKILL"));
        return new UnitReport(
                name,
                started.rung(),
                cause,
                leader,
                ended.members(),
                out,
                err,
                ended.steps().all(),
                openedAt,
                ran);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void closeInput() {
        try {
            started.input().close();
        } catch (IOException closedByItself) {
            return;
        }
    }

    private void note(EndCause cause, List<Member> living, Steps steps) {
        boolean inTime = new EndNote(name, cause, living).writtenBy(watch, budgets.journal());
        steps.made(Step.Kind.NOTED, inTime ? "noted" : "not noted in time; it goes on");
    }

    /**
     * Gives back what the system holds for it. To be called when the report is recorded; a unit
     * that was never opened ends here, without having run.
     */
    @Override
    public void close() {
        cancel(new EndCause.Interrupted("its supervisor closed it"));
        boolean neverOpened;
        synchronized (door) {
            neverOpened = !opened;
        }
        if (neverOpened) {
            started.awaitLeader();
            started.output().close();
            started.error().close();
        } else {
            report.join();
        }
        started.release();
    }
}
