package dev.quietus.verify.bench;

import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.run.RunId;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** A begin with what is taken in at once, durable, without HTTP. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class LedgerBenchmarks {
    /** The ledger that all threads share. */
    @State(Scope.Benchmark)
    public static class Shared {
        private final MeasuredLedger measured = new MeasuredLedger();
        private final AtomicInteger callers = new AtomicInteger();

        /** Closes and removes it. */
        @TearDown
        public void close() {
            measured.close();
        }
    }

    /** One thread with a run of its own. */
    @State(Scope.Thread)
    public static class Caller {
        private RunId run = new RunId("none");
        private int number;

        /** Registers the run. */
        @Setup
        public void register(Shared shared) {
            run = shared.measured.register(
                    "run-" + shared.callers.incrementAndGet(), Optional.empty());
        }
    }

    private static BeginOperation.Answer begun(Shared shared, Caller caller) {
        return shared.measured
                .ledger()
                .write(MeasuredLedger.begin(caller.run, "op-" + caller.number++));
    }

    /** One at a time: each has a commit of its own. */
    @Benchmark
    @Threads(1)
    public BeginOperation.Answer beginAlone(Shared shared, Caller caller) {
        return begun(shared, caller);
    }

    /** Sixty-four at a time: they share commits. */
    @Benchmark
    @Threads(64)
    public BeginOperation.Answer beginTogether(Shared shared, Caller caller) {
        return begun(shared, caller);
    }
}
