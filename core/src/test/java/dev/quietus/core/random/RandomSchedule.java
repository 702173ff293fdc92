package dev.quietus.core.random;

import dev.quietus.core.Requests;
import dev.quietus.core.Wanted;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.CompleteRun;
import dev.quietus.core.authority.PromoteRun;
import dev.quietus.core.authority.RenewLease;
import dev.quietus.core.barrier.BarrierEngine;
import dev.quietus.core.barrier.Calls;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.dispatch.DecideOperation;
import dev.quietus.core.ledger.TestingLedger;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.settlement.Policy;
import dev.quietus.core.settlement.SettleByHand;
import dev.quietus.core.settlement.Settler;
import dev.quietus.core.settlement.TestingProviders;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** One world with a seed: everything that happens in it follows from the seed alone. */
final class RandomSchedule {
    private static final int MOST_RUNS = 6;
    private static final Duration HEARTBEAT = Duration.ofSeconds(8);
    private static final QueueName QUEUE = new QueueName("jobs");

    final TestingLedger ledger = new TestingLedger(false);
    final List<SimulatedWorker> workers = new ArrayList<>();
    final List<SimulatedNode> nodes = new ArrayList<>();
    private final SplittableRandom random;
    private final List<SimulatedService> services;
    private final List<RunId> runs = new ArrayList<>();
    private final List<OperationKey> operations = new ArrayList<>();
    private int counter;

    RandomSchedule(long seed, boolean rogue) {
        random = new SplittableRandom(seed);
        services = List.of(
                new SimulatedService("a", ledger, random.split(), rogue),
                new SimulatedService("b", ledger, random.split(), false));
        TestingProviders providers = new TestingProviders(services.get(0), services.get(1));
        for (int i = 0; i < 2; i++) {
            nodes.add(node(providers));
        }
        runs.add(register(Optional.empty()));
    }

    private SimulatedNode node(TestingProviders providers) {
        SplittableRandom own = random.split();
        return new SimulatedNode(
                ledger,
                new BarrierEngine(
                        ledger,
                        providers,
                        Policy.DEFAULT,
                        barrier -> {},
                        Calls.sequential(),
                        new NoSigner(),
                        own),
                new Settler(ledger, providers, Policy.DEFAULT, own));
    }

    /** Whatever comes next. */
    void act() {
        switch (random.nextInt(38)) {
            case 0 -> registerSomeRun();
            case 1, 2, 3 -> accept();
            case 4, 5, 6, 7 -> begin();
            case 8 -> claimWork();
            case 9, 10, 11, 12, 13, 14, 15, 16 -> someWorker().ifPresent(SimulatedWorker::act);
            case 17 -> stop();
            case 18, 19, 20, 21, 22, 23, 24, 25, 26 -> some(nodes).step();
            case 27, 28, 29 -> ledger.advance(Duration.ofMillis(random.nextInt(3_000)));
            case 30 -> ledger.advance(Duration.ofMillis(random.nextInt(20_000)));
            case 31 -> some(nodes).keepHouse();
            case 35, 36 -> some(nodes).lookOnce();
            case 32 -> some(services).healthy(random.nextInt(3) > 0);
            case 33 -> crash();
            case 34 -> decide();
            default -> changeRun();
        }
    }

    private <T> T some(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private Optional<SimulatedWorker> someWorker() {
        return workers.isEmpty() ? Optional.empty() : Optional.of(some(workers));
    }

    private String fresh(String what) {
        return what + ++counter;
    }

    private RunId register(Optional<RunId> parent) {
        String id = fresh("run");
        ledger.write(Requests.registering(
                id,
                parent,
                parent.isPresent()
                        ? Optional.empty()
                        : Optional.of(dev.quietus.core.run.Capabilities.of("*")),
                Map.of()));
        return new RunId(id);
    }

    private void registerSomeRun() {
        if (runs.size() >= MOST_RUNS) {
            return;
        }
        RunId id = register(random.nextInt(4) == 0 ? Optional.empty() : Optional.of(some(runs)));
        if (ledger.read(records -> records.run(id)).isPresent()) {
            runs.add(id);
        }
    }

    private void accept() {
        Wanted wanted = Wanted.call(some(List.of("a.do", "a.do", "b.do", "local.do", "b.else")));
        if (random.nextInt(4) == 0) {
            wanted.effectFree()
                    .kind(some(List.of(OperationKind.MODEL_REQUEST, OperationKind.TIMER)));
        }
        if (random.nextInt(3) == 0) {
            wanted.in(QUEUE.value());
        }
        if (random.nextInt(6) == 0) {
            wanted.notBefore(ledger.now().plusMillis(random.nextInt(20_000)));
        }
        if (random.nextInt(8) == 0) {
            wanted.approved();
        }
        if (random.nextInt(6) == 0) {
            wanted.key("shared-" + random.nextInt(3)).arguments("same");
        }
        OperationKey key = new OperationKey(some(runs), new OperationId(fresh("op")));
        AcceptOperation.Answer answer = ledger.write(new AcceptOperation(
                key, wanted.work(key.operation().value()), Claimed.NOTHING, "agent:x"));
        if (answer instanceof AcceptOperation.Accepted) {
            operations.add(key);
        }
    }

    private void begin() {
        if (operations.isEmpty()) {
            return;
        }
        OperationKey key = random.nextInt(5) == 0 ? some(operations) : startable();
        BeginOperation begin = new BeginOperation(
                key,
                Optional.empty(),
                Claimed.NOTHING,
                new WorkerId(fresh("worker")),
                new RequestId(fresh("request")),
                HEARTBEAT);
        if (ledger.write(begin) instanceof BeginOperation.Begun begun) {
            employ(begun.operation());
        }
    }

    private OperationKey startable() {
        List<OperationKey> waiting = operations.stream()
                .filter(key -> ledger.operation(key).execution().notStarted())
                .toList();
        return some(waiting.isEmpty() ? operations : waiting);
    }

    private void claimWork() {
        ClaimWork claim = new ClaimWork(
                QUEUE, new WorkerId(fresh("worker")), new RequestId(fresh("request")), HEARTBEAT);
        if (ledger.write(claim) instanceof ClaimWork.Handed handed) {
            employ(handed.operation());
        }
    }

    private void employ(Operation begun) {
        String tool = begun.work().tool().value();
        workers.add(new SimulatedWorker(
                begun,
                services.stream().filter(each -> each.profile().serves(tool)).findFirst(),
                ledger,
                random.split()));
    }

    private void stop() {
        Selector selector = switch (random.nextInt(6)) {
            case 0 -> new Selector.Tools(new CapabilityPattern(some(List.of("a.*", "b.do", "*"))));
            case 1 ->
                operations.isEmpty()
                        ? new Selector.Everything()
                        : new Selector.OneOperation(some(operations).operation());
            default -> new Selector.Everything();
        };
        ledger.write(Requests.stopping(
                some(runs).value(),
                selector,
                random.nextInt(4) == 0 ? Optional.of(Duration.ofSeconds(5)) : Optional.empty(),
                random.nextInt(4) == 0 ? Optional.of(Duration.ofSeconds(15)) : Optional.empty()));
    }

    private void crash() {
        if (random.nextBoolean()) {
            ledger.crashBefore(1 + random.nextInt(3));
        } else {
            ledger.crashAfter(1 + random.nextInt(3));
        }
        some(nodes).step();
        some(nodes).step();
        ledger.beforeCommit(number -> {});
        ledger.afterCommit(number -> {});
    }

    private void decide() {
        if (operations.isEmpty()) {
            return;
        }
        ledger.write(new DecideOperation(
                some(operations), random.nextInt(4) > 0, Optional.of("because"), "operator:x"));
    }

    private void changeRun() {
        RunId id = some(runs);
        switch (random.nextInt(5)) {
            case 0 -> ledger.write(new PromoteRun(id, "independent", "operator:x"));
            case 1, 2 ->
                ledger.write(new RenewLease(
                        id, ledger.now().plusSeconds(random.nextInt(9_000)), "operator:x"));
            case 3 -> ledger.write(new CompleteRun(id, "agent:x"));
            default -> settleByHand();
        }
    }

    /** A person who looks closely: the worker is gone, nothing runs, and the truth is told. */
    void settleByHand() {
        for (Operation operation : ledger.operations()) {
            boolean over = services.stream().allMatch(each -> each.idle(operation.key()));
            if (operation.heldUnknown() && over) {
                workers.stream()
                        .filter(each -> each.begun().key().equals(operation.key()))
                        .forEach(SimulatedWorker::die);
                ledger.write(new SettleByHand(
                        operation.key(),
                        happened(operation)
                                ? SettledState.COMPLETED_AND_VERIFIED
                                : SettledState.CANCELLED_WITHOUT_EFFECT,
                        "looked into the service's own log",
                        "operator:x",
                        new TestingProviders(services.get(0), services.get(1))));
            }
        }
    }

    /** The truth about an operation's effect. */
    boolean happened(Operation operation) {
        return workers.stream()
                .filter(each -> each.begun().key().equals(operation.key()))
                .anyMatch(SimulatedWorker::happened);
    }

    void heal() {
        services.forEach(each -> each.healthy(true));
    }

    /** Stops every run that hangs on no other. */
    void stopEverything() {
        for (Run run : ledger.runs()) {
            if (run.independent()) {
                ledger.write(Requests.stopping(
                        run.id().value(),
                        new Selector.Everything(),
                        Optional.empty(),
                        Optional.empty()));
            }
        }
    }
}
