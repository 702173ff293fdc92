package dev.quietus.server.barrier;

import dev.quietus.core.barrier.ClaimBarrier;
import dev.quietus.core.barrier.Fence;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.LedgerUnavailableException;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Makes a claim last for as long as somebody works on it: a single step may wait for a provider for
 * longer than a claim holds. When this process dies or sleeps, the claim runs out all the same.
 */
final class ClaimKeeper implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ClaimKeeper.class.getName());
    private static final int TIMES = 3;

    private final Ledger ledger;
    private final Fence fence;
    private final Duration hold;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private boolean over;

    private ClaimKeeper(Ledger ledger, Fence fence, Duration hold) {
        this.ledger = ledger;
        this.fence = fence;
        this.hold = hold;
    }

    /**
     * Keeps a claim until it is closed or lost.
     *
     * @param hold how long the claim holds from each time on
     */
    static ClaimKeeper keeping(Ledger ledger, Fence fence, Duration hold) {
        ClaimKeeper keeper = new ClaimKeeper(ledger, fence, hold);
        Thread.ofVirtual().name("claim-" + fence.barrier()).start(keeper::keep);
        return keeper;
    }

    private void keep() {
        lock.lock();
        try {
            while (!over) {
                long left = hold.dividedBy(TIMES).toNanos();
                while (!over && left > 0) {
                    left = ended.awaitNanos(left);
                }
                over = over || !renewed();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock, so that nobody gives the claim back at the same time. */
    private boolean renewed() {
        try {
            return ledger.write(new ClaimBarrier.Renew(fence, hold));
        } catch (LedgerUnavailableException e) {
            // There is another try before the claim has run out.
            LOG.log(Level.FINE, "a claim was not renewed", e);
            return true;
        }
    }

    /** Returns when the claim is made longer no more. */
    @Override
    public void close() {
        lock.lock();
        try {
            over = true;
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
