package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.CompleteRun;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.StopRun;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.DecideOperation;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.dispatch.Heartbeat;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import dev.quietus.ledger.OneBatch.About;
import dev.quietus.ledger.OneBatch.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same commands leave the same record, one after the other in a file, where nothing is read
 * ahead and nothing is written late, and in batches in PostgreSQL.
 */
@Timeout(120)
final class RandomBatchesTest {
    private static final int BATCHES = 25;
    private static final int MOST = 12;
    private static final List<String> RUNS = List.of("root", "child", "deep", "other", "late");
    private static final List<String> OPERATIONS = List.of("a", "b", "c", "d");
    private static final List<String> BUSINESS = List.of("k1", "k2", "k3");

    private final TestingClock clock = new TestingClock();

    /** Everything that a record says. */
    private record Said(
            List<Run> runs,
            List<Operation> operations,
            List<Barrier> barriers,
            List<Event> events) {
        static Said of(DurableLedger ledger) {
            return ledger.read(records -> {
                List<Run> runs = new ArrayList<>();
                List<Operation> operations = new ArrayList<>();
                for (String id : RUNS) {
                    Optional<Run> run = records.run(new RunId(id));
                    run.ifPresent(runs::add);
                    for (String operation : OPERATIONS) {
                        run.flatMap(found -> records.operation(
                                        found.tree(), OperationKey.of(id, operation)))
                                .ifPresent(operations::add);
                    }
                }
                return new Said(runs, operations, List.of(), List.of());
            });
        }
    }

    private static Said said(DurableLedger ledger) {
        Said rows = Said.of(ledger);
        List<Barrier> barriers = new ArrayList<>();
        RUNS.forEach(run -> barriers.addAll(ledger.queries().barriersOfRun(new RunId(run))));
        List<Event> events = new ArrayList<>();
        for (String tree : List.of("root", "other", "late")) {
            ledger.queries()
                    .events(new TreeId(tree), Optional.empty(), 0, 1_000)
                    .forEach(row -> events.add(row.event()));
        }
        return new Said(rows.runs, rows.operations, barriers, events);
    }

    /** One command, the same for the same numbers. */
    private static Transaction<?> command(SplittableRandom random) {
        String run = RUNS.get(random.nextInt(random.nextInt(8) == 0 ? RUNS.size() : 4));
        String id = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
        OperationKey key = OperationKey.of(run, id);
        WorkerId worker = new WorkerId("worker-" + random.nextInt(2));
        return switch (random.nextInt(28)) {
            case 0, 1, 2, 3, 4, 5 -> begin(random, key, worker, Optional.of(work(random)));
            case 6, 7, 8 -> begin(random, key, worker, Optional.empty());
            case 9, 10, 11, 12, 13 -> finish(random, key, worker);
            case 14, 15, 16 -> new AcceptOperation(key, work(random), Claimed.NOTHING, "agent");
            case 17, 18 ->
                new Heartbeat(
                        key,
                        1,
                        worker,
                        random.nextBoolean() ? Attempt.Sent.SENT : Attempt.Sent.NOT_REPORTED,
                        Optional.empty());
            case 19 -> new DecideOperation(key, random.nextBoolean(), Optional.of("so"), "thomas");
            case 20 -> stop(random, run, id);
            case 21 -> new About<>(run, records -> sweep(records, run));
            case 22 -> Deeds.register("late", Optional.empty());
            case 23 ->
                random.nextBoolean()
                        ? Deeds.promote(run)
                        : new CompleteRun(new RunId(run), "agent");
            case 24, 25 ->
                new About<>(
                        run,
                        records -> records.children(treeOf(records, run), new RunId(run), 5)
                                .size());
            default -> throwing(random, key, worker);
        };
    }

    private static TreeId treeOf(Records records, String run) {
        return records.run(new RunId(run)).map(Run::tree).orElse(new TreeId("none"));
    }

    private static Work work(SplittableRandom random) {
        return new Work(
                OperationKind.TOOL_CALL,
                new ToolName("tool." + random.nextInt(2)),
                random.nextInt(3) == 0 ? Effects.NONE : Effects.EXPECTED,
                Optional.empty(),
                Optional.empty(),
                new IdempotencyKey(BUSINESS.get(random.nextInt(BUSINESS.size()))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                random.nextInt(10) == 0);
    }

    private static BeginOperation begin(
            SplittableRandom random, OperationKey key, WorkerId worker, Optional<Work> work) {
        return new BeginOperation(
                key,
                work,
                Claimed.NOTHING,
                worker,
                new RequestId("request-" + random.nextInt(4)),
                Duration.ofSeconds(30));
    }

    private static FinishOperation finish(
            SplittableRandom random, OperationKey key, WorkerId worker) {
        boolean failed = random.nextInt(3) == 0;
        return new FinishOperation(
                key,
                1 + random.nextInt(random.nextInt(4) == 0 ? 2 : 1),
                worker,
                new FinishOperation.Report(
                        failed ? Attempt.Outcome.FAILED : Attempt.Outcome.SUCCEEDED,
                        Attempt.ReportedEffect.NOT_REPORTED,
                        Attempt.Sent.NOT_REPORTED,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                failed
                        ? Optional.of(new FinishOperation.Retry(Duration.ZERO, 3))
                        : Optional.empty());
    }

    private static StopRun stop(SplittableRandom random, String run, String id) {
        Selector selector = random.nextInt(3) == 0
                ? new Selector.Everything()
                : new Selector.OneOperation(OperationKey.of(run, id).operation());
        return new StopRun(
                new RunId(run), selector, "so", "operator", Optional.empty(), Optional.empty());
    }

    /** What the sweep of a stop does, in statements for many rows. */
    private static int sweep(Records records, String run) {
        Optional<Barrier> barrier = records.barrierOf(new RunId(run), new Selector.Everything());
        if (barrier.isEmpty()) {
            return -1;
        }
        List<Operation> inFlight = records.uncaptured(barrier.get(), 10);
        inFlight.forEach(each -> records.capture(barrier.get().id(), each));
        List<RunId> waiting = records.waiting(barrier.get(), 3);
        int named = records.cancelWaiting(barrier.get(), waiting, 2).size();
        return inFlight.size()
                + named
                + records.cancelNotStarted(barrier.get(), 10).size();
    }

    /** Writes, and then throws. */
    private static Transaction<?> throwing(
            SplittableRandom random, OperationKey key, WorkerId worker) {
        BeginOperation begin = begin(random, key, worker, Optional.of(work(random)));
        FinishOperation finish = finish(random, key, worker);
        return new About<>(key.run().value(), records -> {
            begin.apply(records);
            finish.apply(records);
            throw new IllegalArgumentException("bad " + key);
        });
    }

    private static Outcome plain(DurableLedger ledger, Transaction<?> command) {
        try {
            return new Outcome.Answered(ledger.write(command));
        } catch (IllegalArgumentException e) {
            return new Outcome.Threw(e);
        }
    }

    private static String shown(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Answered(Object answer) -> String.valueOf(answer);
            case Outcome.Threw(Throwable why) -> String.valueOf(why);
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void batchesLeaveTheRecordThatSingleCommandsLeave(long seed) throws Exception {
        Engine.Place single = SqliteEngine.ENGINE.place();
        Engine.Place batched = PostgresEngine.NEWEST.place();
        try (DurableLedger one = single.open(clock, Engine.Bounds.USUAL);
                DurableLedger many = batched.open(clock, Engine.Bounds.USUAL)) {
            for (DurableLedger each : List.of(one, many)) {
                each.write(Deeds.register("root", Optional.empty()));
                each.write(Deeds.register("child", Optional.of("root")));
                each.write(Deeds.register("deep", Optional.of("child")));
                each.write(Deeds.register("other", Optional.empty()));
            }
            SplittableRandom random = new SplittableRandom(seed);
            for (int batch = 0; batch < BATCHES; batch++) {
                List<Transaction<?>> commands = new ArrayList<>();
                int size = 1 + random.nextInt(MOST);
                for (int i = 0; i < size; i++) {
                    commands.add(command(random));
                }
                List<String> expected = commands.stream()
                        .map(command -> shown(plain(one, command)))
                        .toList();
                assertThat(OneBatch.of(many, commands))
                        .extracting(RandomBatchesTest::shown)
                        .as("batch %s: %s", batch, commands)
                        .isEqualTo(expected);
                assertThat(said(many)).isEqualTo(said(one));
                clock.move(Duration.ofMillis(random.nextInt(3)));
            }
        }
        assertThat(single.verified().findings()).isEmpty();
        assertThat(batched.verified().findings()).isEmpty();
        batched.requireSound();
        batched.remove();
        single.remove();
    }
}
