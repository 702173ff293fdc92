package dev.quietus.drill.deployment;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The authoritative state: jobs, reservations and behaviours. A change is written to the journal
 * first and is visible afterwards; if it cannot be written, it did not happen. Everything is
 * guarded by {@link #lock}, which callers take themselves, so that they can look and act in one
 * piece.
 */
final class Register {
    private static final long FIRST_PREVIEW = 7712;
    private static final long FIRST_RESERVATION = 3301;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Journal journal;
    private final Map<String, PreviewJob> jobs = new LinkedHashMap<>();
    private final Map<String, String> previewByKey = new HashMap<>();
    private final Map<String, Reservation> reservations = new LinkedHashMap<>();
    private final BehaviourBook behaviours = new BehaviourBook();
    private long nextPreview = FIRST_PREVIEW;
    private long nextReservation = FIRST_RESERVATION;
    private boolean closing;

    /** Replays the journal. */
    Register(Journal journal) {
        this.journal = journal;
        journal.replay(this::apply);
    }

    ReentrantLock lock() {
        return lock;
    }

    /** The time, in the precision that is recorded. */
    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Writes a change to the journal and makes it visible. */
    void record(JournalEntry entry) {
        check(entry);
        journal.append(entry);
        apply(entry);
        changed.signalAll();
    }

    /** Tells those who wait in {@link #await} to look again. */
    void announce() {
        changed.signalAll();
    }

    /** From now on nobody waits for anything any more. */
    void beginClosing() {
        closing = true;
        changed.signalAll();
    }

    boolean closing() {
        return closing;
    }

    /** Waits until something is reached, at most this long; tells whether it was. */
    boolean await(BooleanSupplier reached, Duration atMost) throws InterruptedException {
        long nanos = atMost.toNanos();
        while (!reached.getAsBoolean()) {
            if (nanos <= 0 || closing) {
                return false;
            }
            nanos = changed.awaitNanos(nanos);
        }
        return true;
    }

    /** Accepts an order and returns the job. */
    PreviewJob accept(PreviewOrder order) {
        String previewId = "preview-" + nextPreview;
        record(new JournalEntry.Accepted(previewId, order, now()));
        return known(previewId);
    }

    /** Lets a job pass its commit point: writes the reservation. */
    void commit(String previewId) {
        record(new JournalEntry.Committed(previewId, "reservation-" + nextReservation, now()));
    }

    Optional<PreviewJob> job(String previewId) {
        return Optional.ofNullable(jobs.get(previewId));
    }

    Optional<PreviewJob> jobByKey(String idempotencyKey) {
        return Optional.ofNullable(previewByKey.get(idempotencyKey)).flatMap(this::job);
    }

    /** The newest job of an operation. */
    Optional<PreviewJob> newestOf(String operationId) {
        return jobs.values().stream()
                .filter(job -> job.order().operationId().equals(operationId))
                .reduce((_, later) -> later);
    }

    List<PreviewJob> jobs(Predicate<PreviewJob> meant) {
        return jobs.values().stream().filter(meant).toList();
    }

    int jobCount() {
        return jobs.size();
    }

    Optional<Reservation> reservation(String effectId) {
        return Optional.ofNullable(reservations.get(effectId));
    }

    List<Reservation> reservations(Predicate<Reservation> meant) {
        return reservations.values().stream().filter(meant).toList();
    }

    BehaviourBook behaviours() {
        return behaviours;
    }

    private PreviewJob known(String previewId) {
        return job(previewId)
                .orElseThrow(() -> new IllegalStateException("no such job: " + previewId));
    }

    private Reservation reserved(String effectId) {
        return reservation(effectId)
                .orElseThrow(() -> new IllegalStateException("no such reservation: " + effectId));
    }

    /** Nothing that cannot be applied is written. */
    private void check(JournalEntry entry) {
        switch (entry) {
            case JournalEntry.Moved it -> target(known(it.previewId()), it.event());
            case JournalEntry.Committed it -> target(known(it.previewId()), JobEvent.COMMITTED);
            case JournalEntry.Asked it -> known(it.previewId());
            case JournalEntry.Changed it -> reserved(it.effectId());
            case JournalEntry.Undone it -> reserved(it.effectId());
            case JournalEntry.Accepted _, JournalEntry.Behaves _, JournalEntry.Cleared _ -> {}
        }
    }

    private void apply(JournalEntry entry) {
        switch (entry) {
            case JournalEntry.Accepted it -> {
                nextPreview = Math.max(nextPreview, number(it.previewId()) + 1);
                jobs.put(it.previewId(), PreviewJob.accepted(it.previewId(), it.order(), it.at()));
                previewByKey.put(it.order().idempotencyKey(), it.previewId());
            }
            case JournalEntry.Moved it -> {
                PreviewJob job = known(it.previewId());
                jobs.put(it.previewId(), job.moved(target(job, it.event()), it.at()));
            }
            case JournalEntry.Committed it -> reserve(it);
            case JournalEntry.Asked it ->
                jobs.put(it.previewId(), known(it.previewId()).asked(it.request()));
            case JournalEntry.Changed it ->
                reservations.put(it.effectId(), reserved(it.effectId()).changed(it.by()));
            case JournalEntry.Undone it ->
                reservations.put(it.effectId(), reserved(it.effectId()).undone(it.at()));
            case JournalEntry.Behaves it -> behaviours.set(it.runId(), it.behaviours());
            case JournalEntry.Cleared _ -> {
                jobs.clear();
                previewByKey.clear();
                reservations.clear();
                behaviours.clear();
            }
        }
    }

    private void reserve(JournalEntry.Committed it) {
        PreviewJob job = known(it.previewId());
        target(job, JobEvent.COMMITTED);
        nextReservation = Math.max(nextReservation, number(it.effectId()) + 1);
        jobs.put(it.previewId(), job.reserved(it.effectId(), it.at()));
        reservations.put(
                it.effectId(),
                new Reservation(
                        it.effectId(),
                        job.runId(),
                        job.order().operationId(),
                        it.previewId(),
                        job.order().environment(),
                        it.at(),
                        1,
                        Optional.empty(),
                        Optional.empty()));
    }

    private static JobState target(PreviewJob job, JobEvent event) {
        return job.state()
                .after(event)
                .orElseThrow(() -> new IllegalStateException(
                        "%s cannot be %s when %s".formatted(job.previewId(), event, job.state())));
    }

    private static long number(String id) {
        return Long.parseLong(id.substring(id.lastIndexOf('-') + 1));
    }
}
