package dev.quietus.ledger;

import dev.quietus.core.ledger.Foreseen;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.run.RunId;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Hands several transactions to a ledger with one lane so that it takes all of them at once. */
final class OneBatch {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private OneBatch() {}

    /** What a transaction answered, or what it threw. */
    sealed interface Outcome {
        /** It was committed. */
        record Answered(Object answer) implements Outcome {}

        /** It was taken back. */
        record Threw(Throwable why) implements Outcome {}
    }

    /** A transaction that says which run it is about. */
    record About<R>(String run, Transaction<R> work) implements Transaction<R> {
        @Override
        public R apply(Records records) {
            return work.apply(records);
        }

        @Override
        public Optional<RunId> concerns() {
            return Optional.of(new RunId(run));
        }

        @Override
        public Optional<Foreseen> foresees() {
            return work.foresees();
        }
    }

    /** Carries them out in this order, in one batch; their outcomes in the same order. */
    static List<Outcome> of(DurableLedger ledger, List<? extends Transaction<?>> all)
            throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        List<Future<?>> asked = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> parked = threads.submit(
                    () -> ledger.write(new About<>("parked", records -> hold(held, free))));
            await(held);
            for (Transaction<?> each : all) {
                asked.add(threads.submit(() -> ledger.write(each)));
                awaitWaiting(ledger, asked.size());
            }
            free.countDown();
            outcome(parked);
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<?> each : asked) {
                outcomes.add(outcome(each));
            }
            return outcomes;
        }
    }

    private static void awaitWaiting(DurableLedger ledger, int number) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (ledger.waiting() < number) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("it does not wait");
            }
            Thread.onSpinWait();
        }
    }

    private static Outcome outcome(Future<?> asked) throws InterruptedException {
        try {
            return new Outcome.Answered(asked.get());
        } catch (ExecutionException e) {
            return new Outcome.Threw(Objects.requireNonNull(e.getCause()));
        }
    }

    private static boolean hold(CountDownLatch held, CountDownLatch free) {
        held.countDown();
        return await(free);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            if (!latch.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody lets go");
            }
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
