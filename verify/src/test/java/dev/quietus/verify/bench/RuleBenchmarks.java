package dev.quietus.verify.bench;

import dev.quietus.core.authority.Authority;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a decision costs by itself, and what one link of the chain does. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RuleBenchmarks {
    private final List<Run> path;
    private final Operation operation;
    private final Instant now = Instant.now();
    private final EventDraft draft;

    /** Reads a run with three above it, and one operation of it. */
    public RuleBenchmarks() {
        try (MeasuredLedger measured = new MeasuredLedger()) {
            RunId run = measured.register("run-0", Optional.empty());
            for (int i = 1; i < 4; i++) {
                run = measured.register("run-" + i, Optional.of(run));
            }
            operation = measured.accept(run, "op-1");
            path = measured.path(run);
        }
        draft = EventDraft.of(EventType.OPERATION_BEGUN, operation.key())
                .with("attempt", 1)
                .with("worker", "worker")
                .with("tool", "bench.call")
                .with("revocation_epoch", 1L);
    }

    /** May this operation begin, four runs deep? */
    @Benchmark
    public Decision decision() {
        return Authority.mayBegin(path, Claimed.NOTHING, operation, List.of(), now);
    }

    /** Canonical JSON and SHA-256 of one event. */
    @Benchmark
    public Event link() {
        return Event.chained(operation.tree(), ChainHead.EMPTY, now, draft);
    }
}
