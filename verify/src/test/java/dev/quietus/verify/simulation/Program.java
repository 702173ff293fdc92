package dev.quietus.verify.simulation;

import dev.quietus.core.barrier.Fence;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One program that runs in a world and stops before and after everything that others can see: its
 * writes, its calls, its rests. Between two stops nothing else happens; killed, it is never
 * continued, and what it held in memory is gone.
 */
final class Program {
    /** Where it stands. */
    enum Stop {
        READY,
        BEFORE_WRITE,
        AFTER_WRITE,
        BEFORE_CALL,
        AFTER_CALL,
        WAITING,
        RESTING,
        ENDED,
        KILLED
    }

    private final World world;
    private final String name;
    private final String host;
    private final Coroutine coroutine;
    private final List<Program> children = new ArrayList<>();
    private Stop stop = Stop.READY;
    private Object at = "start";
    private Instant wakeAt;
    private Optional<Fence> fence = Optional.empty();

    Program(World world, String name, String host, java.util.function.Consumer<Program> body) {
        this.world = world;
        this.name = name;
        this.host = host;
        this.wakeAt = world.ledger().now();
        this.coroutine = new Coroutine(() -> body.accept(this));
    }

    String name() {
        return name;
    }

    String host() {
        return host;
    }

    Stop stop() {
        return stop;
    }

    /** What it is about to do, or has just done. */
    Object at() {
        return at;
    }

    /** The claim that it works under, if it works under one. */
    Optional<Fence> fence() {
        return fence;
    }

    void under(Optional<Fence> claim) {
        fence = claim;
    }

    boolean alive() {
        return stop != Stop.ENDED && stop != Stop.KILLED;
    }

    /** Tells whether it would do something if it went on now. */
    boolean ready() {
        return switch (stop) {
            case ENDED, KILLED -> false;
            case RESTING -> !world.clockOf(host).isBefore(wakeAt);
            case WAITING -> children.stream().noneMatch(Program::alive);
            case READY, BEFORE_WRITE, AFTER_WRITE, BEFORE_CALL, AFTER_CALL -> true;
        };
    }

    /** Goes on to its next stop. */
    void resume() {
        world.running(this);
        try {
            coroutine.resume();
        } finally {
            world.runningNobody();
        }
        if (coroutine.done()) {
            stop = Stop.ENDED;
            at = "end";
        }
    }

    /** Never goes on. */
    void kill() {
        stop = Stop.KILLED;
        children.forEach(Program::kill);
    }

    /** Called by its own body: stops here. */
    void pause(Stop where, Object what) {
        stop = where;
        at = what;
        Coroutine.pause();
        stop = Stop.READY;
    }

    /** Called by its own body: rests for so long by its host's clock. */
    void rest(Duration time) {
        wakeAt = world.clockOf(host).plus(time);
        pause(Stop.RESTING, "rest");
    }

    /** Its rest is over. */
    void wake() {
        wakeAt = world.ledger().now();
    }

    /** Called by its own body: runs all side by side and waits for all. */
    void all(List<Runnable> bodies) {
        if (bodies.size() == 1) {
            bodies.getFirst().run();
            return;
        }
        List<RuntimeException> thrown = new ArrayList<>();
        children.clear();
        for (Runnable body : bodies) {
            Program child = new Program(world, name + "'", host, self -> quietly(body, thrown));
            child.under(fence);
            children.add(child);
            world.add(child);
        }
        pause(Stop.WAITING, "side by side");
        if (!thrown.isEmpty()) {
            throw thrown.getFirst();
        }
    }

    private static void quietly(Runnable body, List<RuntimeException> thrown) {
        try {
            body.run();
        } catch (RuntimeException e) {
            thrown.add(e);
        }
    }

    @Override
    public String toString() {
        return name + " (" + stop + " " + at + ")";
    }
}
