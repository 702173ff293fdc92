package dev.quietus.verify.simulation;

import dev.quietus.core.barrier.StopRun;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.verify.simulation.Coverage.Happening;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lets happen what an action says: programs go on, die and start, time passes, people act. */
final class Actors {
    private static final int MOST_STOPS = 40;
    private static final Duration HEARTBEAT = Duration.ofSeconds(8);

    private final World world;
    private final People people;
    private final List<Node> nodes = new ArrayList<>();

    Actors(World world) {
        this.world = world;
        this.people = new People(world);
    }

    List<Node> nodes() {
        return nodes;
    }

    People people() {
        return people;
    }

    void act(Action action) {
        world.dice(action.chance());
        switch (action.kind()) {
            case GO_ON -> goOn();
            case TIME_PASSES -> pass(Duration.ofMillis(world.dice().nextInt(3_000)));
            case LONG_TIME_PASSES -> pass(Duration.ofMillis(world.dice().nextInt(40_000)));
            case ACCEPT -> people.accept();
            case BEGIN -> begin();
            case CLAIM_WORK ->
                employ(name ->
                        new ClaimWork(People.QUEUE, name, new RequestId("ask-" + name), HEARTBEAT));
            case REGISTER_CHILD -> people.registerChild();
            case REGISTER_ROOT -> people.registerRoot();
            case STOP -> people.stop();
            case STOP_ALL -> people.stopAll();
            case PROMOTE -> people.promote();
            case RENEW -> people.renew();
            case COMPLETE -> people.complete();
            case DECIDE -> people.decide();
            case SETTLE_BY_HAND -> people.settleByHand();
            case CRASH_NODE -> crash();
            case START_NODE -> startNode();
            case KILL_WORKER -> killWorker();
            case CLOCK_JUMPS -> clockJumps();
            case PROVIDER_CHANGES ->
                world.some(world.services())
                        .health(
                                world.oneIn(2)
                                        ? Service.Health.WORKS
                                        : world.some(List.of(Service.Health.values())));
            case JOB_ENDS -> world.some(world.services()).endSomeJob();
            case STRAY_ARRIVES -> strayArrives();
        }
    }

    private void pass(Duration time) {
        world.tell("%d ms pass", time.toMillis());
        world.ledger().advance(time);
        world.invariants().later();
    }

    private void goOn() {
        List<Program> ready = ready();
        if (ready.isEmpty()) {
            return;
        }
        Program process = world.some(ready);
        int stops = switch (world.dice().nextInt(3)) {
            case 0 -> 1;
            case 1 -> 1 + world.dice().nextInt(4);
            default -> MOST_STOPS;
        };
        for (int i = 0; i < stops && process.ready(); i++) {
            process.resume();
        }
        world.tell("%s stands at %s %s", process.name(), process.stop(), place(process));
    }

    private static String place(Program process) {
        return process.at() instanceof Transaction<?> transaction
                ? World.nameOf(transaction)
                : process.at().toString();
    }

    private List<Program> ready() {
        List<Program> ready = new ArrayList<>();
        for (Program process : world.processes()) {
            if (process.ready()) {
                ready.add(process);
            }
        }
        return ready;
    }

    private void begin() {
        Optional<OperationKey> some = people.someOperation();
        if (some.isEmpty()) {
            return;
        }
        OperationKey key = some.get();
        employ(name -> new BeginOperation(
                key,
                Optional.empty(),
                people.claimed(key),
                name,
                new RequestId("ask-" + name),
                HEARTBEAT));
    }

    private interface Question {
        Transaction<?> by(WorkerId name);
    }

    private void employ(Question first) {
        WorkerId name = new WorkerId(world.fresh("w"));
        Worker worker = new Worker(world, first.by(name), name);
        Program process =
                new Program(world, name.value(), "host-of-" + name, self -> worker.live());
        world.workers().add(worker);
        world.add(process);
        int stops = 1 + world.dice().nextInt(6);
        for (int i = 0; i < stops && process.ready(); i++) {
            process.resume();
        }
    }

    private void crash() {
        if (!nodes.isEmpty()) {
            Node node = world.some(nodes);
            world.tell("%s crashes", node.host());
            node.crash();
            nodes.remove(node);
            buryTheDead();
        }
    }

    private void buryTheDead() {
        world.processes().removeIf(process -> !process.alive());
    }

    /** Starts one more node, unless there are enough. */
    void startNode() {
        if (nodes.size() < 3) {
            Node node = Node.start(world, world.fresh("n"));
            world.tell("%s starts", node.host());
            nodes.add(node);
        }
    }

    private void killWorker() {
        List<Program> alive = world.processes().stream()
                .filter(Program::alive)
                .filter(process -> process.host().startsWith("host-of-"))
                .toList();
        if (!alive.isEmpty()) {
            Program process = world.some(alive);
            world.tell("%s is killed", process.name());
            world.coverage().add(Happening.WORKER_KILLED);
            process.kill();
            buryTheDead();
        }
    }

    private void clockJumps() {
        if (!nodes.isEmpty()) {
            Node node = world.some(nodes);
            Duration by = Duration.ofSeconds(world.dice().nextInt(1_200) - 600);
            world.coverage().add(Happening.CLOCK_JUMP);
            world.tell("the clock of %s jumps to %d s off", node.host(), by.toSeconds());
            world.skew(node.host(), by);
        }
    }

    /** A message that was delayed or doubled arrives; whoever asked may be long gone. */
    void strayArrives() {
        if (world.strays().isEmpty()) {
            return;
        }
        Transaction<?> stray =
                world.strays().remove(world.dice().nextInt(world.strays().size()));
        boolean certified =
                world.ledger().barriers().stream().anyMatch(barrier -> barrier.revision() > 0);
        world.coverage()
                .add(
                        certified
                                ? Happening.STRAY_DELIVERED_AFTER_RECEIPT
                                : Happening.STRAY_DELIVERED);
        world.tell("a stray message arrives");
        world.commit(stray);
    }

    /** What a stop of everything asks, once more or for the first time. */
    void stopEverything() {
        for (StopRun stop : people.stopsOfEverything()) {
            world.commit(stop);
        }
    }
}
