package dev.quietus.server.barrier;

import dev.quietus.core.barrier.BarrierEngine;
import dev.quietus.core.barrier.ClaimBarrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.server.event.Changes;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Claims barriers whose next step is due and drives them. Any number of these, in any number of
 * processes, may work on one ledger; what one of them leaves behind when it dies is claimed by
 * another once the claim has run out.
 */
public final class BarrierWorkers implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(BarrierWorkers.class.getName());
    private static final Duration HOLD = Duration.ofSeconds(10);
    private static final Duration LONGEST_REST = Duration.ofMillis(500);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final int AT_ONCE = 64;

    private final Ledger ledger;
    private final BarrierEngine engine;
    private final Changes changes;
    private final Semaphore free = new Semaphore(AT_ONCE);
    private final Thread claimer;
    private volatile boolean closing;

    /** Starts to work. */
    public BarrierWorkers(Ledger ledger, BarrierEngine engine, Changes changes) {
        this.ledger = ledger;
        this.engine = engine;
        this.changes = changes;
        this.claimer = Thread.ofVirtual().name("barrier-claims").start(this::claimForEver);
    }

    /** Stops to claim; a barrier that is being driven is left where it is, for the next node. */
    @Override
    public void close() {
        closing = true;
        claimer.interrupt();
    }

    private void claimForEver() {
        while (!closing) {
            try {
                claim();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (LedgerUnavailableException e) {
                warn("barriers wait for the ledger: {0}", String.valueOf(e.getMessage()));
                if (!rest(AFTER_FAILURE)) {
                    return;
                }
            } catch (RuntimeException e) {
                LOG.log(Level.SEVERE, "claiming a barrier failed", e);
                if (!rest(AFTER_FAILURE)) {
                    return;
                }
            }
        }
    }

    private void claim() throws InterruptedException {
        long seen = changes.version();
        long looked = System.nanoTime();
        free.acquire();
        Optional<Fence> claimed = Optional.empty();
        try {
            boolean due = ledger.read(records -> records.barrierDue()).isPresent();
            claimed = due ? ledger.write(new ClaimBarrier(HOLD)) : Optional.empty();
        } finally {
            if (claimed.isEmpty()) {
                free.release();
            }
        }
        if (claimed.isPresent()) {
            Fence fence = claimed.get();
            Thread.ofVirtual().name("barrier-" + fence.barrier()).start(() -> drive(fence));
            return;
        }
        if (changes.await(seen, untilNextStep())) {
            // On a busy server something happens all the time, and hardly ever to a barrier.
            Thread.sleep(BETWEEN_LOOKS.minusNanos(System.nanoTime() - looked));
        }
    }

    private Duration untilNextStep() {
        Instant now = ledger.now();
        return ledger.read(records -> records.nextBarrierStep())
                .map(at -> Duration.between(now, at))
                .filter(wait -> wait.compareTo(LONGEST_REST) < 0)
                .map(wait -> wait.isPositive() ? wait : Duration.ofMillis(10))
                .orElse(LONGEST_REST);
    }

    private void drive(Fence fence) {
        try {
            Optional<Instant> restUntil = driveWithClaim(fence);
            restUntil.ifPresent(at -> ledger.write(new ClaimBarrier.Release(fence, at)));
        } catch (LedgerUnavailableException e) {
            warn(
                    "barrier {0} waits for the ledger: {1}",
                    fence.barrier(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.log(
                    Level.SEVERE,
                    "a step of barrier " + fence.barrier() + " failed; it is claimed again later",
                    e);
        } finally {
            free.release();
            changes.happened();
        }
    }

    /** The claim is kept only for so long: nothing may make it last longer behind its release. */
    private Optional<Instant> driveWithClaim(Fence fence) {
        ClaimKeeper keeper = ClaimKeeper.keeping(ledger, fence, HOLD);
        try {
            return driveWhileDue(fence);
        } finally {
            keeper.close();
        }
    }

    /** Takes steps; returns until when there are none, or empty where the claim is to run out. */
    private Optional<Instant> driveWhileDue(Fence fence) {
        while (!closing) {
            Instant steppedAt = ledger.now();
            BarrierEngine.Next next = engine.step(fence);
            changes.happened();
            switch (next) {
                case BarrierEngine.Now() -> {}
                case BarrierEngine.At(Instant at) -> {
                    return Optional.of(at);
                }
                case BarrierEngine.Certified() -> {
                    return Optional.of(steppedAt);
                }
                case BarrierEngine.Lost() -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    /** Of a ledger that is closed with this process there is nothing to tell. */
    private void warn(String message, Object... values) {
        if (!closing) {
            LOG.log(Level.WARNING, message, values);
        }
    }

    private boolean rest(Duration time) {
        try {
            Thread.sleep(time);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
