package dev.quietus.verify.simulation;

import dev.quietus.core.Wanted;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.CompleteRun;
import dev.quietus.core.authority.LeaseAnswer;
import dev.quietus.core.authority.PromoteRun;
import dev.quietus.core.authority.RegisterRun;
import dev.quietus.core.authority.RenewLease;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.StopRun;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.dispatch.DecideOperation;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.settlement.SettleByHand;
import dev.quietus.verify.simulation.Coverage.Happening;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Agents, operators and approvers: each of their acts is one transaction. */
final class People {
    static final QueueName QUEUE = new QueueName("jobs");
    private static final int MOST_RUNS = 6;
    private static final int MOST_OPERATIONS = 10;
    private static final List<String> TOOLS = List.of("a.do", "a.do", "b.do", "local.do", "b.else");

    private final World world;

    People(World world) {
        this.world = world;
    }

    Optional<RunId> someRun() {
        return world.runs().isEmpty() ? Optional.empty() : Optional.of(world.some(world.runs()));
    }

    /** Some operation, one that could start where there is one. */
    Optional<OperationKey> someOperation() {
        List<OperationKey> all = world.operations();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        List<OperationKey> waiting = world.oneIn(5)
                ? all
                : all.stream()
                        .filter(key -> world.ledger().operation(key).execution().notStarted())
                        .toList();
        return Optional.of(world.some(waiting.isEmpty() ? all : waiting));
    }

    /** What a worker carries with the message: nothing, or what was true when it was sent. */
    Claimed claimed(OperationKey key) {
        return world.oneIn(2)
                ? Claimed.NOTHING
                : new Claimed(
                        Optional.empty(),
                        Optional.of(world.ledger().operation(key).epoch()));
    }

    void registerRoot() {
        Optional<RunId> stopped = world.ledger().runs().stream()
                .filter(run -> run.lease().revoked())
                .map(Run::id)
                .findFirst();
        register(Optional.empty(), stopped.filter(id -> world.oneIn(2)));
    }

    void registerChild() {
        someRun().ifPresent(parent -> register(Optional.of(parent), Optional.empty()));
    }

    private void register(Optional<RunId> parent, Optional<RunId> resumes) {
        if (world.runs().size() >= MOST_RUNS) {
            return;
        }
        RunId id = new RunId(world.fresh("r"));
        Optional<Capabilities> asked = parent.isEmpty()
                ? Optional.of(Capabilities.of("*"))
                : world.oneIn(2)
                        ? Optional.empty()
                        : Optional.of(Capabilities.of(world.some(List.of("a.*", "b.*", "*"))));
        Optional<Instant> until = world.oneIn(3)
                ? Optional.of(world.ledger().now().plusMillis(1 + world.dice().nextInt(90_000)))
                : Optional.empty();
        RegisterRun registration = new RegisterRun(
                id,
                parent,
                Optional.empty(),
                Optional.of("owner-of-" + id),
                asked,
                until,
                Map.of(),
                resumes,
                new LeaseId("lease-" + id),
                "agent:x",
                Duration.ofHours(2));
        if (world.commit(registration) instanceof RegisterRun.Registered) {
            world.runs().add(id);
        } else if (parent.isPresent()) {
            world.coverage().add(Happening.CHILD_REFUSED);
        }
    }

    void accept() {
        if (world.operations().size() >= MOST_OPERATIONS || world.runs().isEmpty()) {
            return;
        }
        Wanted wanted = Wanted.call(world.some(TOOLS));
        if (world.oneIn(4)) {
            wanted.effectFree()
                    .kind(world.some(List.of(OperationKind.MODEL_REQUEST, OperationKind.TIMER)));
        }
        if (world.oneIn(3)) {
            wanted.in(QUEUE.value());
        }
        if (world.oneIn(6)) {
            wanted.notBefore(world.ledger().now().plusMillis(world.dice().nextInt(20_000)));
        }
        if (world.oneIn(6)) {
            wanted.approved();
        }
        if (world.oneIn(4)) {
            wanted.key("shared-" + world.dice().nextInt(2)).arguments("same");
        }
        OperationKey key =
                new OperationKey(world.some(world.runs()), new OperationId(world.fresh("op")));
        AcceptOperation question = new AcceptOperation(
                key, wanted.work(key.operation().value()), Claimed.NOTHING, "agent:x");
        if (world.faults() && world.oneIn(10)) {
            world.strays().add(question);
        }
        if (world.mutant().answer(world, question) instanceof AcceptOperation.Accepted) {
            world.operations().add(key);
        }
    }

    void stop() {
        if (world.runs().isEmpty()) {
            return;
        }
        Selector selector = switch (world.dice().nextInt(6)) {
            case 0 ->
                new Selector.Tools(new CapabilityPattern(world.some(List.of("a.*", "b.do", "*"))));
            case 1 ->
                world.operations().isEmpty()
                        ? new Selector.Everything()
                        : new Selector.OneOperation(
                                world.some(world.operations()).operation());
            default -> new Selector.Everything();
        };
        StopRun stop = stopping(
                world.some(world.runs()),
                selector,
                world.oneIn(4) ? Optional.of(Duration.ofSeconds(5)) : Optional.empty(),
                world.oneIn(4) ? Optional.of(Duration.ofSeconds(15)) : Optional.empty());
        if (world.faults() && world.oneIn(5)) {
            world.strays().add(stop);
        }
        world.commit(stop);
    }

    static StopRun stopping(
            RunId run, Selector selector, Optional<Duration> settle, Optional<Duration> quiet) {
        return new StopRun(run, selector, "wrong commit", "operator:thomas", settle, quiet);
    }

    /** The stop of everything as the server does it: one run after the other. */
    void stopAll() {
        for (StopRun stop : stopsOfEverything()) {
            if (world.oneIn(4)) {
                world.strays().add(stop);
            } else {
                world.commit(stop);
            }
        }
    }

    /** One stop for every run that hangs on no other. */
    List<StopRun> stopsOfEverything() {
        List<StopRun> stops = new ArrayList<>();
        for (Run run : world.ledger().runs()) {
            if (run.independent()) {
                stops.add(stopping(
                        run.id(), new Selector.Everything(), Optional.empty(), Optional.empty()));
            }
        }
        return stops;
    }

    void promote() {
        someRun().ifPresent(id -> {
            LeaseAnswer answer = world.commit(new PromoteRun(id, "independent", "operator:thomas"));
            if (answer instanceof LeaseAnswer.Denied) {
                world.coverage().add(Happening.PROMOTION_TOO_LATE);
            }
        });
    }

    void renew() {
        someRun()
                .ifPresent(id -> world.commit(new RenewLease(
                        id,
                        world.ledger().now().plusSeconds(world.dice().nextInt(9_000)),
                        "operator:thomas")));
    }

    void complete() {
        someRun().ifPresent(id -> world.commit(new CompleteRun(id, "agent:x")));
    }

    void decide() {
        List<OperationKey> waiting = world.operations().stream()
                .filter(key -> world.ledger().operation(key).work().requiresApproval())
                .toList();
        List<OperationKey> all = waiting.isEmpty() ? world.operations() : waiting;
        if (!all.isEmpty()) {
            world.commit(new DecideOperation(
                    world.some(all), !world.oneIn(4), Optional.of("because"), "operator:thomas"));
        }
    }

    /** A person who looks closely: the worker is made sure to be gone, and the truth is told. */
    void settleByHand() {
        for (Operation operation : world.ledger().operations()) {
            boolean over = world.services().stream().allMatch(each -> each.idle(operation.key()));
            if (!operation.heldUnknown() || !over) {
                continue;
            }
            world.processes().stream()
                    .filter(process -> process.host().equals(hostOf(operation)))
                    .forEach(Program::kill);
            boolean happened = world.workers().stream()
                    .anyMatch(worker ->
                            worker.carries().filter(operation.key()::equals).isPresent()
                                    && worker.happened());
            world.commit(new SettleByHand(
                    operation.key(),
                    happened
                            ? SettledState.COMPLETED_AND_VERIFIED
                            : SettledState.CANCELLED_WITHOUT_EFFECT,
                    "looked into the service's own log",
                    "operator:thomas",
                    world.providers()));
        }
    }

    private static String hostOf(Operation operation) {
        return "host-of-" + operation.attempt().orElseThrow().worker();
    }
}
