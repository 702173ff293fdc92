package dev.quietus.drill.deployment;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * Where the jobs are worked on, each by one virtual thread that follows {@link JobPlan}. Every
 * method but {@link #close} is called with the lock of the {@link Register} held; closing comes
 * after {@link Register#beginClosing}.
 */
final class Workshop implements AutoCloseable {
    private static final Duration LONGEST_SLEEP = Duration.ofMinutes(1);

    private final Register register;
    private final WaitingRoom room;
    private final DeploymentSettings settings;
    private final Map<String, Condition> turned = new HashMap<>();
    private final Map<String, Held> held = new HashMap<>();
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("deployment-job-", 0).factory());

    Workshop(Register register, WaitingRoom room, DeploymentSettings settings) {
        this.register = register;
        this.room = room;
        this.settings = settings;
    }

    /** Begins or goes on with a job. */
    void take(String previewId) {
        Condition condition = register.lock().newCondition();
        turned.put(previewId, condition);
        threads.execute(() -> work(previewId, condition));
    }

    /** Tells whether the job stands before its commit point until it is released. */
    boolean holds(String previewId) {
        return held.containsKey(previewId);
    }

    /** Lets a job look again at what is asked of it. */
    void wake(String previewId) {
        Optional.ofNullable(turned.get(previewId)).ifPresent(Condition::signalAll);
    }

    /** Lets every job look again. */
    void wakeAll() {
        turned.values().forEach(Condition::signalAll);
    }

    /** Ends every thread; the jobs stay where they are in the journal. */
    @Override
    public void close() {
        register.lock().lock();
        try {
            wakeAll();
        } finally {
            register.lock().unlock();
        }
        Threads.end(threads, "the threads of the jobs");
    }

    private void work(String previewId, Condition condition) {
        register.lock().lock();
        try {
            Duration wait = step(previewId, condition);
            while (wait.isPositive()) {
                condition.await(wait.toNanos(), TimeUnit.NANOSECONDS);
                wait = step(previewId, condition);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            turned.remove(previewId, condition);
            register.lock().unlock();
        }
    }

    /** Takes every step that is due; returns how long to wait for the next, zero for none. */
    private Duration step(String previewId, Condition condition) {
        while (!register.closing()) {
            Optional<PreviewJob> found = register.job(previewId);
            if (found.isEmpty()) {
                letGo(previewId);
                return Duration.ZERO;
            }
            PreviewJob job = found.get();
            Instant now = Register.now();
            switch (plan(job).next(job, released(previewId), now)) {
                case JobPlan.Step.Ended _ -> {
                    letGo(previewId);
                    return Duration.ZERO;
                }
                case JobPlan.Step.Happens happens -> {
                    letGo(previewId);
                    perform(job, happens.event(), now);
                }
                case JobPlan.Step.WaitsUntil waits -> {
                    letGo(previewId);
                    return least(Duration.between(now, waits.time()), LONGEST_SLEEP);
                }
                case JobPlan.Step.IsHeld _ -> {
                    Duration left = hold(job, condition, now);
                    if (left.isPositive()) {
                        return left;
                    }
                    letGo(previewId);
                    perform(job, JobEvent.GIVEN_UP, now);
                }
            }
        }
        return Duration.ZERO;
    }

    private JobPlan plan(PreviewJob job) {
        Behaviours behaviours = register.behaviours().of(Optional.of(job.runId()));
        return new JobPlan(settings.pace().under(behaviours), behaviours, settings.waitLimit());
    }

    private void perform(PreviewJob job, JobEvent event, Instant now) {
        switch (event) {
            case COMMITTED -> register.commit(job.previewId());
            case BUILD_STARTED, PUBLISHED, CANCEL_HONOURED, GIVEN_UP ->
                register.record(new JournalEntry.Moved(job.previewId(), event, now));
        }
    }

    /** Holds the job; returns how much longer it may be held. */
    private Duration hold(PreviewJob job, Condition condition, Instant now) {
        if (!held.containsKey(job.previewId())) {
            Optional<WaitingRoom.Guest> guest = room.enter(Optional.of(job.runId()), condition);
            if (guest.isEmpty()) {
                return Duration.ZERO;
            }
            held.put(job.previewId(), new Held(guest.get(), now.plus(settings.waitLimit())));
            register.announce();
        }
        return Optional.ofNullable(held.get(job.previewId()))
                .map(it -> least(Duration.between(now, it.until()), LONGEST_SLEEP))
                .orElse(Duration.ZERO);
    }

    private boolean released(String previewId) {
        return Optional.ofNullable(held.get(previewId))
                .map(it -> it.guest().released())
                .orElse(false);
    }

    private void letGo(String previewId) {
        Optional.ofNullable(held.remove(previewId)).ifPresent(it -> room.leave(it.guest()));
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private record Held(WaitingRoom.Guest guest, Instant until) {}
}
