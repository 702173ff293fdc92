package dev.quietus.verify.simulation;

import dev.quietus.client.json.JsonObject;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.TestingLedger;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.TreeId;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.ProviderProfile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A world in which nothing happens by chance: what a scenario says happens, in that order, and all
 * promises are checked after every commit as they are in a random one. Used by one thread.
 */
public final class Stage {
    private static final int MOST_STOPS = 2_000;

    private final World world = new World(Mutant.NONE, new Coverage(), Optional.empty());
    private final Map<String, ScriptedService> services = new HashMap<>();
    private final Map<String, Node> nodes = new HashMap<>();
    private final Set<String> paused = new HashSet<>();
    private final Map<TreeId, Integer> told = new HashMap<>();

    /** What a far side can be like. */
    public enum Condition {
        /** It answers. */
        WORKS,
        /** It answers that it can't. */
        DOWN,
        /** It does not answer. */
        HANGS,
        /** It says yes to a cancel and ends the job without effect. */
        OBEYS,
        /** It says yes to a cancel and goes on. */
        SAYS_YES,
        /** It says no to a cancel. */
        REFUSES
    }

    /** Where a node is to stop. */
    public enum Where {
        /** Before it does it. */
        BEFORE,
        /** When it has done it and knows no answer yet. */
        AFTER
    }

    /** Declares a provider. */
    public void provider(ProviderProfile profile) {
        ScriptedService service = new ScriptedService(world, profile);
        services.put(profile.name().value(), service);
        world.services().add(service);
    }

    /** Changes what a provider is like. */
    public void provider(String name, Condition condition) {
        ScriptedService service = found(services, "provider", name);
        switch (condition) {
            case WORKS -> service.health(Service.Health.WORKS);
            case DOWN -> service.health(Service.Health.DOWN);
            case HANGS -> service.health(Service.Health.HANGS);
            case OBEYS -> service.manner(ScriptedService.Manner.OBEYS);
            case SAYS_YES -> service.manner(ScriptedService.Manner.SAYS_YES);
            case REFUSES -> service.manner(ScriptedService.Manner.REFUSES);
        }
    }

    /** The job of an operation takes effect. */
    public void commits(String name, OperationKey key) {
        found(services, "provider", name).commit(key);
    }

    /** The job of an operation ends without effect. */
    public void ends(String name, OperationKey key) {
        found(services, "provider", name).end(key);
    }

    /** A worker's request reaches whoever does the tool's work. */
    public void sends(OperationKey key) {
        Operation operation = operation(key);
        world.serviceOf(operation.work().tool().value())
                .orElseThrow(() -> new IllegalArgumentException("no provider for " + key))
                .arrive(key, operation.attempts());
    }

    private static <T> T found(Map<String, T> all, String what, String name) {
        return Optional.ofNullable(all.get(name))
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no " + what + " " + name));
    }

    /** Commits one act and returns its answer. */
    public <R> R act(Transaction<R> act) {
        return world.commit(act);
    }

    /** The declared systems, for acts that need them. */
    public ProviderDirectory providers() {
        return world.providers();
    }

    /** Ledger time. */
    public Instant now() {
        return world.ledger().now();
    }

    /** An operation that must be there. */
    public Operation operation(OperationKey key) {
        return world.ledger().operations().stream()
                .filter(operation -> operation.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no operation " + key));
    }

    /** Starts a node; nothing of it runs until it is let. */
    public void starts(String node) {
        nodes.put(node, Node.start(world, node));
    }

    /** Ends all that a node runs, where it stands; what it knew is gone. */
    public void crashes(String node) {
        found(nodes, "node", node).crash();
        nodes.remove(node);
        world.processes().removeIf(process -> !process.alive());
    }

    /** A node stands still from now on, claims and all. */
    public void pauses(String node) {
        found(nodes, "node", node);
        paused.add(node);
    }

    /** A paused node goes on where it stood. */
    public void wakes(String node) {
        paused.remove(node);
        works(node);
    }

    /** A node does all that it can do now. */
    public void works(String node) {
        found(nodes, "node", node);
        work(process -> process.host().equals(node));
    }

    /**
     * A node goes on until it is about to do something, or has just done it.
     *
     * @param what the class of a transaction, or {@code cancel KEY}, {@code observe KEY}
     */
    public void stands(String node, Where where, String what) {
        found(nodes, "node", node);
        for (int i = 0; i < MOST_STOPS; i++) {
            List<Program> ready = world.processes().stream()
                    .filter(process -> process.host().equals(node) && process.ready())
                    .toList();
            if (ready.isEmpty()) {
                throw new IllegalArgumentException(node + " rests and did not come to " + what);
            }
            Program next = ready.getFirst();
            next.resume();
            if (standsAt(next, where, what)) {
                return;
            }
        }
        throw new IllegalArgumentException(node + " never came to " + what);
    }

    private static boolean standsAt(Program process, Where where, String what) {
        boolean before = process.stop() == Program.Stop.BEFORE_WRITE
                || process.stop() == Program.Stop.BEFORE_CALL;
        boolean after = process.stop() == Program.Stop.AFTER_WRITE
                || process.stop() == Program.Stop.AFTER_CALL;
        boolean there = where == Where.BEFORE ? before : after;
        String at = process.at() instanceof Transaction<?> transaction
                ? World.nameOf(transaction)
                : process.at().toString();
        return there && at.equals(what);
    }

    /** Time passes and nobody does anything. */
    public void passes(Duration time) {
        world.ledger().advance(time);
        world.invariants().later();
    }

    /** All nodes that are not paused work for so long. */
    public void worksFor(Duration time) {
        Instant end = now().plus(time);
        while (true) {
            work(process -> !paused.contains(process.host()));
            if (!now().isBefore(end)) {
                return;
            }
            Instant next = now().plusMillis(500);
            world.ledger().advanceTo(next.isBefore(end) ? next : end);
            world.invariants().later();
        }
    }

    private void work(java.util.function.Predicate<Program> which) {
        int stops = 0;
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Program process : List.copyOf(world.processes())) {
                while (which.test(process) && process.ready()) {
                    process.resume();
                    moved = true;
                    Promise.L1.holds(++stops < MOST_STOPS, "the nodes never rest");
                }
            }
        }
        world.processes().removeIf(process -> !process.alive());
    }

    /** What was written since this was asked last: one line for each event, with its time. */
    public List<String> news() {
        List<String> lines = new ArrayList<>();
        for (TreeId tree : world.ledger().trees()) {
            List<Event> events = world.ledger().events(tree);
            for (Event event : events.subList(told.getOrDefault(tree, 0), events.size())) {
                lines.add(time(event.at()) + " " + EventLine.of(event));
            }
            told.put(tree, events.size());
        }
        return lines;
    }

    private static String time(Instant at) {
        return "+%.3f".formatted(Duration.between(TestingLedger.START, at).toMillis() / 1e3);
    }

    /** What every stop has come to, in lines. */
    public List<String> ends() {
        List<String> lines = new ArrayList<>();
        for (Barrier barrier : world.ledger().barriers()) {
            lines.add(barrier.id() + " is " + dev.quietus.core.Wire.of(barrier.state()));
            for (IssuedReceipt receipt : world.ledger().receipts(barrier.id())) {
                lines.addAll(receipt(receipt));
            }
        }
        return lines;
    }

    private List<String> receipt(IssuedReceipt receipt) {
        List<String> lines = new ArrayList<>();
        JsonObject body = world.body(receipt);
        lines.add("  receipt " + receipt.revision() + " at " + time(receipt.issuedAt()) + ": "
                + receipt.decision());
        lines.add("    work " + body.object("work"));
        lines.add("    effects " + body.object("effects"));
        lines.add("    late_attempts_denied " + body.integer("late_attempts_denied"));
        for (JsonObject entry : body.array("in_flight").objects()) {
            lines.add("    in flight " + entry.string("run_id") + "/" + entry.string("operation_id")
                    + ": " + entry.string("settled_state"));
        }
        for (JsonObject held : body.array("reconciliation").objects()) {
            lines.add("    " + held.string("held_by") + " holds " + held.string("run_id") + "/"
                    + held.string("operation_id") + ": " + held.string("why"));
        }
        return lines;
    }
}
